// Plays a whole game on a Yardstick server with random choices (doc/protocol.md).
//
//   node examples/client.mjs http://localhost:8080 NAME           opens a table and prints its code
//   node examples/client.mjs http://localhost:8080 NAME CODE      joins that table
//
// Needs only Node 18 or later. The client that opens the table starts the game as soon as another player
// joins. A client that loses the connection reconnects and repeats its last unanswered line.
import {randomBytes} from 'node:crypto';
import http from 'node:http';

const [server, name, code, rules = 'yardkle:goal=2000'] = process.argv.slice(2);
if (!name) {
    console.error('usage: node client.mjs SERVER NAME [CODE | "" RULES]');
    process.exit(2);
}

// ---- HTTP ----

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Sends a command by POST and retries if asked to, with the same id, so the command is executed only once. */
async function post(path, command) {
    const body = JSON.stringify({...command, action: randomBytes(16).toString('hex')});
    for (;;) {
        const answer = await fetch(server + path, {
            method: 'POST', headers: {'Content-Type': 'application/json'}, body});
        const words = await answer.json();
        if (answer.ok) return words;
        if (answer.status !== 429 && answer.status !== 503) throw new Error(words.detail);
        await pause(1000 * (Number(answer.headers.get('Retry-After')) || 1));
    }
}

// ---- a minimal WebSocket for Node 18; browsers and Node 22 have one built in ----

class SmallSocket {
    constructor(url, protocol) {
        const key = randomBytes(16).toString('base64');
        const request = http.get(url.replace(/^ws/, 'http'), {headers: {
            Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
            'Sec-WebSocket-Key': key, 'Sec-WebSocket-Protocol': protocol}});
        this.end = {code: 1006, reason: ''};
        request.on('response', (answer) => {
            this.end.wait = Number(answer.headers['retry-after']);
            answer.resume().on('end', () => this.onclose(this.end));
        });
        request.on('error', () => this.onclose(this.end));
        request.on('upgrade', (answer, socket, first) => {
            this.socket = socket;
            this.heard = first;
            socket.on('data', (data) => {
                this.heard = Buffer.concat([this.heard, data]);
                this.read();
            });
            socket.on('error', () => {}); // 'close' follows
            socket.on('close', () => this.onclose(this.end));
            this.onopen();
            this.read();
        });
    }
    /** Returns [payload offset, payload size], or null while the header is incomplete. */
    head() {
        const heard = this.heard, size = heard.length < 2 ? -1 : heard[1] & 127;
        if (size < 126) return size < 0 ? null : [2, size];
        if (size === 126) return heard.length < 4 ? null : [4, heard.readUInt16BE(2)];
        return heard.length < 10 ? null : [10, Number(heard.readBigUInt64BE(2))];
    }
    read() {
        for (let head; (head = this.head());) {
            const [at, size] = head, kind = this.heard[0] & 15;
            if (this.heard.length < at + size) return;
            const data = this.heard.subarray(at, at + size);
            this.heard = this.heard.subarray(at + size);
            if (kind === 1) this.onmessage({data: data.toString()});
            else if (kind === 9) this.frame(10, data);
            else if (kind === 8) {
                const reason = data.subarray(2).toString();
                if (size >= 2) this.end = {code: data.readUInt16BE(0), reason};
                this.frame(8, data);
                this.socket.end();
            }
        }
    }
    /** Sends a frame of up to 64 kB, masked, as clients must. */
    frame(kind, data) {
        const mask = randomBytes(4), n = data.length;
        const size = n < 126 ? [0x80 | n] : [0x80 | 126, n >> 8, n & 255];
        this.socket.write(Buffer.concat([Buffer.from([0x80 | kind, ...size]), mask,
            data.map((byte, i) => byte ^ mask[i % 4])]));
    }
    send(text) { this.frame(1, Buffer.from(text)); }
    close() { this.frame(8, Buffer.from([3, 232])); }
}
const Socket = globalThis.WebSocket ?? SmallSocket;

// ---- fair dice (doc/fairness.md) ----

/** BLAKE2b with a 32-byte hash; Node has only the 64-byte variant. */
function blake2b32(message) {
    const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
        0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
    const SIGMA = ['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8',
        '905724afe1bc683d', '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a',
        '6fe9b308c2d714a5', 'a2847615fb9e3cd0'];
    const word = (x) => BigInt.asUintN(64, x);
    const turn = (x, n) => word((x >> n) | (x << (64n - n)));
    const h = [...IV];
    h[0] ^= 0x01010020n;
    const blocks = Math.max(1, Math.ceil(message.length / 128));
    for (let b = 0; b < blocks; b++) {
        const block = Buffer.alloc(128), last = b === blocks - 1;
        message.copy(block, 0, 128 * b);
        const m = Array.from({length: 16}, (_, i) => block.readBigUInt64LE(8 * i));
        const v = [...h, ...IV];
        v[12] ^= BigInt(last ? message.length : 128 * (b + 1));
        if (last) v[14] = word(~v[14]);
        for (let round = 0; round < 12; round++) {
            const s = [...SIGMA[round % 10]].map((digit) => m[parseInt(digit, 16)]);
            const mix = (i, a, b, c, d) => {
                for (const [x, r, q] of [[s[i], 32n, 24n], [s[i + 1], 16n, 63n]]) {
                    v[a] = word(v[a] + v[b] + x);
                    v[d] = turn(v[d] ^ v[a], r);
                    v[c] = word(v[c] + v[d]);
                    v[b] = turn(v[b] ^ v[c], q);
                }
            };
            for (let i = 0; i < 4; i++) mix(2 * i, i, 4 + i, 8 + i, 12 + i);
            for (let i = 0; i < 4; i++)
                mix(8 + 2 * i, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
        }
        for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
    }
    const out = Buffer.alloc(64);
    h.forEach((x, i) => out.writeBigUInt64LE(x, 8 * i));
    return out.subarray(0, 32);
}

const pledgeOf = (commitment, seat, share) => blake2b32(Buffer.concat([
    Buffer.from('yard-fair-pledge'), Buffer.from(commitment, 'hex'), Buffer.from([seat]), share,
])).toString('hex');

// ---- playing ----

const shares = {}; // by commitment
const pledged = new Set();

/** The line to send now, or '' if there is none. */
function choice(state, legal, starts) {
    const mine = state.seats.findIndex((seat) => seat.people.includes(name)) + 1;
    if (!mine) return '';
    const {waits, missing = [], commitment} = state.fair ?? {};
    if (waits === 'pledges' || waits === 'shares') {
        if (!missing.includes(mine)) return '';
        const share = shares[commitment] ??= randomBytes(32);
        if (state.seats.filter((seat) => !seat.bot).length > 1 && !pledged.has(commitment)) {
            pledged.add(commitment);
            return `pledge ${mine} ${pledgeOf(commitment, mine, share)}`;
        }
        return waits === 'shares' ? `share ${mine} ${share.toString('hex')}` : '';
    }
    if (state.phase === 'over') return '';
    if (state.phase === 'setup' ? starts !== mine : state.person !== name) return '';
    if (state.phase !== 'choose') return 'roll';
    return legal[Math.floor(Math.random() * legal.length)];
}

const place = code ? await post(`/api/tables/${code}/places`, {name})
    : await post('/api/tables', {rules, name});
const table = code || place.id;
if (!code) console.log(`table ${place.code}`);

let lines = 0; // lines of the log received so far
let starts = 0; // the seat that rolls first
let unanswered = null; // our pending line: [id, words]
let said = 0;
let wait = 0; // retry delay in ms
const NOT_NOW = ['unavailable', 'busy', 'rate'];

/** Exponential backoff; reset once the server has processed a question or line. */
const longer = () => { wait = Math.min(2 * wait || 125, 4000); return wait; };

function connect() {
    const url = `${server.replace(/^http/, 'ws')}/api/tables/${table}/socket`;
    const socket = new Socket(url, 'yardstick.1');
    let state, news = false, asking = false, open = true;
    const later = (call) => setTimeout(() => { if (open) call(); }, longer());
    const say = (words) => {
        unanswered = [`${name}-${++said}`, words];
        socket.send(`@${unanswered[0]} ${words}`);
    };
    const ask = () => {
        if (asking || unanswered) return;
        [asking, news] = [true, false];
        socket.send('@state state');
        socket.send('@legal legal');
    };
    socket.onopen = () => socket.send(`hold ${place.token} ${lines}`);
    socket.onclose = ({code: why, reason, wait: seconds}) => {
        open = false;
        if (why === 1008) throw new Error(`the server refuses: ${reason}`);
        if (why !== 1000) setTimeout(connect, 1000 * seconds || longer());
    };
    socket.onmessage = ({data}) => {
        const message = JSON.parse(data);
        if ('place' in message) { // answer to 'hold'
            if (unanswered) socket.send(`@${unanswered[0]} ${unanswered[1]}`);
            else ask();
        } else if ('say' in message) {
            lines = message.line;
            const words = message.say.split(' ');
            if (words[0] === 'start') starts = words[1] === 'roll' ? 1 : Number(words[1]);
            if (!code && /^# room: (sit|bot) 2 /.test(message.say) && !unanswered) say('begin');
            news = true;
            ask();
        } else if (message.id === 'state') {
            state = message.error ? null : message;
        } else if (message.id === 'legal') {
            asking = false;
            if (!state || message.error) { later(ask); return; } // rate limit or overload
            wait = 0;
            if (news) { ask(); return; }
            if (state.phase === 'over' && (!state.fair || state.fair.revealed)) {
                for (const seat of state.seats) console.log(`${seat.name}: ${seat.total}`);
                socket.close();
                return;
            }
            const words = choice(state, message.legal, starts);
            if (words) say(words);
        } else if (unanswered && message.id === unanswered[0]) {
            if (NOT_NOW.includes(message.code)) {
                later(() => socket.send(`@${unanswered[0]} ${unanswered[1]}`));
                return;
            }
            wait = 0;
            if (message.error) console.error(`${unanswered[1]}: ${message.error}`);
            unanswered = null;
            ask();
        }
    };
}
connect();
