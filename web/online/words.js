/**
 * What a server refuses, in the words of the page.
 */
import { t, translateCore } from '../app.js';

const KNOWN = ['turn', 'place', 'host', 'phase', 'conflict', 'unavailable', 'busy', 'rate', 'offline', 'none', 'token', 'full', 'closed'];

/**
 * @param {{code?: string, error?: string, message?: string}} refusal an answer, or an ApiError
 * @returns {string}
 */
export function refusalWords({ code = '', error, message }) {
  if (KNOWN.includes(code)) return t(`online.refused.${code}`);
  return translateCore(error ?? message ?? '') || t('online.refused.unavailable');
}
