/**
 * What happened, in words: for the line above the dice, for screen readers, and for speech.
 */
import { list, t, translateCore } from './strings.js';

/** @typedef {import('./session.js').View} View */

/**
 * @param {View} view
 * @param {View|null} before
 * @returns {string} '' if there is nothing to say
 */
export function describe(view, before) {
  const { last, state } = view;
  if (!last?.ok || !before) return '';
  const [word, ...rest] = last.ok.split(' ');
  const name = before.state.person ?? firstPerson(state);
  const dice = rest.filter((part) => /^[1-6]$/.test(part)).join(' ');
  const sentences = [];
  if (word === 'roll' || word === 'last') {
    sentences.push(t(last.bust ? 'said.bust' : 'said.roll', { name, dice }));
    if (last.starts) sentences.push(t('said.starts', { name: state.seats[last.starts - 1].name }));
  } else if (word === 'keep') {
    sentences.push(dice ? t('said.keep', { name, dice }) : t('said.keep.none', { name }));
  } else if (word === 'score') {
    const row = view.sheet.rows.find((r) => r.box === rest[0]);
    const box = translateCore(row?.label ?? rest[0]);
    sentences.push(last.given_up ? t('said.zero', { name, n: last.given_up, box }) : t('said.score', { name, n: last.points ?? 0, box }));
    if (last.bonus) sentences.push(t('said.bonus', { n: last.bonus }));
  } else if (word === 'bust') {
    sentences.push(t('said.bust.points', { name }));
  } else if (word === 'bank' || (word === 'take' && rest.at(-1) === 'stop')) {
    sentences.push(t('said.stop', { name, n: last.points ?? 0, total: last.total ?? 0 }));
  } else if (word === 'take' || word === 'aside') {
    sentences.push(t('said.take', { name, dice, n: last.turn_points ?? 0 }));
  } else if (word === 'undo') {
    sentences.push(t('said.undo'));
  } else if (word === 'correct') {
    sentences.push(t('said.correct'));
  } else if (word === 'rematch') {
    sentences.push(t('said.rematch', { n: state.game }));
  }
  if (state.last_turns && !before.state.final_round) sentences.push(t('said.final', { n: state.last_turns.length }));
  if (state.phase === 'over') sentences.push(winnersWords(state));
  return sentences.join(' ');
}

/**
 * Who made the very first roll; the state before it names nobody.
 * @param {import('./answers.js').State} state after that roll
 */
function firstPerson(state) {
  if (state.phase === 'opening') return state.seats[0].people[0];
  const done = state.seats.find((seat) => seat.turns); // the very first roll can end a turn
  return done?.people[0] ?? state.person ?? '';
}

/**
 * @param {import('./answers.js').State} state
 * @returns {string}
 */
export function winnersWords(state) {
  const winners = (state.winners ?? []).map((seat) => state.seats[seat - 1]);
  if (!winners.length) return '';
  const n = winners[0].total ?? 0;
  if (state.seats.length === 1) return t('over.alone', { name: winners[0].name, n });
  if (winners.length === 1 && winners[0].people.length > 1) return t('over.won.partners', { names: list(winners[0].people), points: n });
  if (winners.length === 1) return t('over.won', { name: winners[0].name, points: n });
  return t('over.shared', { names: list(winners.map((seat) => seat.name)), points: n });
}

/**
 * Whose turn it is now, if that has changed.
 * @param {View} view
 * @param {View|null} before
 * @returns {string}
 */
export function nextWords(view, before) {
  const { state } = view;
  if (state.phase !== 'roll' && state.phase !== 'opening') return '';
  // Rolling again after a choice is still the same turn.
  const was = before?.state;
  if (was && was.phase !== 'setup' && (was.phase === 'opening') === (state.phase === 'opening') && was.game === state.game
    && was.seat === state.seat && was.person === state.person && was.round === state.round) return '';
  return t(state.phase === 'opening' ? 'turn.opening' : 'turn.next', { name: state.person ?? '' });
}

/**
 * Says who rolls how many real dice.
 * @param {View} view @param {number} n @param {string} name
 */
export function padWords({ state, look }, n, name) {
  if (state.phase === 'opening' || (state.phase === 'setup' && !look.moves)) return t('pad.ask.opening', { name, n });
  const seat = state.seats[(state.seat ?? look.seat ?? 1) - 1];
  if (seat?.bot) return t('pad.ask.bot', { name, n });
  return t(state.dice?.length || state.turn_points ? 'pad.ask.again' : 'pad.ask', { name, n });
}
