// Started by parallel_test.mjs as a thread of Node.js that helps a core, as worker.js does in a page.
import { parentPort, workerData } from 'node:worker_threads';
import { Core } from '../../web/core.js';

Core.help(workerData, (helped) => parentPort.postMessage({ helped }));
