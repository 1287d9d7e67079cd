/** German. */
import { core, terms } from './de/sentences.js';
import words from './de/words.js';

export default { words, core, terms };
