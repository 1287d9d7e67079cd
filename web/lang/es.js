/** Spanish. */
import { core, terms } from './es/sentences.js';
import words from './es/words.js';

export default { words, core, terms };
