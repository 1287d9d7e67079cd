/**
 * A server's refusals in the language of the page.
 */
import { currentLanguage, t, translateCore } from '../app.js';

const KNOWN = ['turn', 'place', 'host', 'phase', 'conflict', 'unavailable', 'busy', 'rate', 'offline', 'absent', 'token', 'closed', 'deleted'];

/**
 * @param {{code?: string, error?: string, message?: string}} refusal an answer, or an ApiError
 * @param {string} [line] the line that was refused
 * @returns {string}
 */
export function refusalWords({ code = '', error, message }, line = '') {
  if (line === 'undo' && code !== 'rules') return t('online.refused.undo');
  if (line === 'sit' && code === 'phase') return t('online.refused.sit');
  if (line.startsWith('ask ') && code === 'phase') return t('online.refused.ask');
  if (KNOWN.includes(code)) return t(`online.refused.${code}`);
  const said = error ?? message ?? '';
  const words = translateCore(said);
  return words !== said || currentLanguage() === 'en' ? words : t('online.refused.words', { words });
}
