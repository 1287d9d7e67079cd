#!/usr/bin/env python3
"""Writes the changelog of the Debian packages from CHANGELOG.md.

usage: deb_changelog.py CHANGELOG.md SECONDS MAINTAINER

SECONDS (since 1970) is the date of the newest version: the time of the commit being built."""
import datetime
import email.utils
import re
import sys
import textwrap


def entry(section, date, maintainer):
    """One version in Debian's changelog format."""
    heading, *lines = section.splitlines()
    items = re.findall(r"^- (.*(?:\n  .*)*)", "\n".join(lines), re.M)
    text = [f"yardstick ({heading.split()[0]}) stable; urgency=medium", ""]
    for item in items:
        text += textwrap.wrap(" ".join(item.replace("`", "").split()), 78,
                              initial_indent="  * ", subsequent_indent="    ")
    return "\n".join([*text, "", f" -- {maintainer}  {date}", ""])


def main():
    path, seconds, maintainer = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        sections = file.read().split("\n## ")[1:]
    dates = [datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)]
    dates += [datetime.datetime.strptime(section.splitlines()[0].split()[-1] + " +0000", "%Y-%m-%d %z")
              for section in sections[1:]]
    for section, date in zip(sections, dates):
        print(entry(section, email.utils.format_datetime(date), maintainer))


main()
