"""A WebSocket client (RFC 6455) that misbehaves as tests need: any header, any frame, any bits.
Reading is strict: anything a server must not send fails the claim."""
import base64
import hashlib
import re
import select
import socket
import ssl
import struct

from tap import PATIENCE, check, same, text

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HANDSHAKE = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade",
             "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}


def frame(payload=b"", opcode=TEXT, fin=True, rsv=0, mask=b"\x37\xfa\x21\x3d", length=None,
          size=None):
    """A frame. mask: None for unmasked. length: a false length. size: bytes of the extended length,
    0, 2 or 8, instead of the fewest possible."""
    payload = payload.encode() if isinstance(payload, str) else payload
    length = len(payload) if length is None else length
    size = (0 if length < 126 else 2 if length < 1 << 16 else 8) if size is None else size
    bit = 0 if mask is None else 0x80
    head = bytes([fin << 7 | rsv << 4 | opcode])
    if size == 0:
        head += bytes([bit | length])
    elif size == 2:
        head += bytes([bit | 126]) + struct.pack(">H", length)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", length)
    if mask is None:
        return head + payload
    pad = mask * (len(payload) // 4 + 1)
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(pad[:len(payload)], "big")
    return head + mask + masked.to_bytes(len(payload), "big")


def close_frame(code=1000, reason=""):
    return frame(struct.pack(">H", code) + reason.encode(), CLOSE)


def request(path, method="GET", version="HTTP/1.1", headers=None, more=()):
    """A handshake. headers: overrides; None omits a header. more: extra header lines."""
    said = {**HANDSHAKE, **(headers or {})}
    lines = [f"{method} {path} {version}"]
    lines += [f"{name}: {value}" for name, value in said.items() if value is not None]
    return "\r\n".join([*lines, *more, "", ""]).encode("latin-1")


class Closed:
    """How a connection ended: the code and reason of a close frame, or None and ""."""

    def __init__(self, code=None, reason=""):
        self.code, self.reason = code, reason

    def __repr__(self):
        return f"closed with {self.code} {self.reason!r}"


class WebSocket:
    """A connection to a server: use open(), or send() and head() step by step."""

    def __init__(self, port, host="127.0.0.1", source=None, tls=None, buffer=None):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(PATIENCE)
        self.socket.connect((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.heard = b""
        self.ended = False
        self.code, self.headers = None, {}

    def open(self, path="/echo", **more):
        """Performs the whole handshake, which must succeed."""
        self.send(request(path, **more))
        self.head()
        same(self.code, 101, "the answer to a handshake")
        accept = base64.b64encode(hashlib.sha1(KEY.encode() + GUID).digest()).decode()
        same(self.headers["sec-websocket-accept"], accept, "Sec-WebSocket-Accept")
        same(self.headers["upgrade"].lower(), "websocket", "Upgrade")
        same(self.headers["connection"].lower(), "upgrade", "Connection")
        return self

    def send(self, data):
        self.socket.sendall(data)

    def more(self):
        """Reads more; False at end of file."""
        try:
            data = self.socket.recv(1 << 16)
        except (ConnectionResetError, BrokenPipeError, ssl.SSLEOFError, ssl.SSLZeroReturnError):
            data = b""
        self.heard += data
        self.ended = not data
        return bool(data)

    def head(self):
        """Reads the head of an HTTP response; returns its status code, or None if the connection ended."""
        while b"\r\n\r\n" not in self.heard:
            if not self.more():
                return None
        top, _, self.heard = self.heard.partition(b"\r\n\r\n")
        first, *lines = text(top).split("\r\n")
        self.code = int(re.fullmatch(r"HTTP/1\.[01] (\d{3}) .+", first)[1])
        self.headers = {line.partition(": ")[0].lower(): line.partition(": ")[2] for line in lines}
        return self.code

    def body(self):
        """The body after the head; without Content-Length, everything up to end of file."""
        size = int(self.headers.get("content-length", 1 << 30))
        while len(self.heard) < size and self.more():
            pass
        return self.heard

    def take(self, count):
        while len(self.heard) < count:
            if not self.more():
                return None
        taken, self.heard = self.heard[:count], self.heard[count:]
        return taken

    def frame(self):
        """The next frame as (opcode, payload); None if the connection ended between frames."""
        head = self.take(2)
        if head is None:
            same(self.heard, b"", "half a frame")
            return None
        same(head[0] & 0xf0, 0x80, "FIN and the reserved bits of a frame of the server")
        check(not head[1] & 0x80, "a server masks nothing")
        size = head[1]
        if size == 126:
            size, = struct.unpack(">H", self.take(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.take(8))
        payload = self.take(size)
        check(payload is not None, "a frame ends in the middle")
        return head[0] & 0xf, payload

    def say(self, words):
        self.send(frame(words))

    def hear(self, pongs=True):
        """The next text message as str, answering pings on the way; a Closed once the connection has ended."""
        while True:
            got = self.frame()
            if got is None:
                return Closed()
            opcode, payload = got
            if opcode == PING and pongs:
                self.send(frame(payload, PONG))
            elif opcode == TEXT:
                return payload.decode()
            elif opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                return Closed(code, payload[2:].decode())
            else:
                check(opcode in (PING, PONG), f"a frame with the opcode {opcode}")

    def ask(self, words):
        self.say(words)
        return self.hear()

    def is_silent(self):
        """Whether nothing has arrived, not even end of file."""
        ready, _, _ = select.select([self.socket], [], [], 0)
        return not ready and not self.heard

    def has_ended(self, seconds=PATIENCE):
        """Whether the server ends the connection in time without sending anything more."""
        self.socket.settimeout(seconds)
        try:
            return not self.more() and not self.heard
        except TimeoutError:
            return False
        finally:
            self.socket.settimeout(PATIENCE)

    def close(self):
        self.socket.close()
