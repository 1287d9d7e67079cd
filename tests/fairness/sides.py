"""Three verifiers behind one interface: each takes a list of records as bytes and returns their verdicts."""
import base64
import json
import os
import subprocess

from tap import check
from verify import EXIT_CODES, Problem, judge

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, '..', '..', 'web', 'online', 'verify.js')
UNREADABLE = {'verdict': 'unreadable', 'words': ''}


def summary(answer):
    """What all verifiers must agree on. Their words about unreadable records differ."""
    if answer['verdict'] == 'unreadable':
        return 'unreadable', '', 1
    return answer['verdict'], answer['words'], EXIT_CODES[answer['verdict']]


def by_python(records):
    answers = []
    for record in records:
        try:
            answers.append(judge(record)[0])
        except Problem:
            answers.append(UNREADABLE)
    return answers


def ask_page(questions):
    """The answers of the page's verifier, which runs in Node.js."""
    typed = ''.join(json.dumps(question) + '\n' for question in questions)
    done = subprocess.run(['node', os.path.join(HERE, 'js_side.mjs'), SCRIPT], input=typed.encode(), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(done.returncode == 0, done.stderr.decode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    check(len(answers) == len(questions), f'{len(answers)} answers to {len(questions)} questions')
    return answers


def in_base64(record):
    return base64.b64encode(record).decode()


def by_page(records):
    return ask_page([{'record': in_base64(record)} for record in records])


def by_program(home, records):
    """Runs yard verify --json on many records in one call; its output has no line for unreadable ones."""
    names = [home.write(f'{i}.yard', record) for i, record in enumerate(records)]
    ran = home.run('verify', '--json', *names)
    answers = {answer['record']: answer for answer in map(json.loads, ran.out.splitlines())}
    return [answers.get(name, UNREADABLE) for name in names], ran
