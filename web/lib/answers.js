/**
 * What the core answers, as types. doc/language.md says what the fields mean.
 *
 * @typedef {Object} Answer to an event
 * @property {string} [ok] the line as it stands in the log
 * @property {string} [error]
 * @property {string} [rule] the rule an error rests on
 * @property {number} [line]
 * @property {number} [points]
 * @property {number} [bonus]
 * @property {boolean} [bust]
 * @property {number} [starts]
 * @property {number} [total]
 * @property {number} [turn_points]
 * @property {'setup'|'opening'|'roll'|'choose'|'over'} [phase]
 *
 * @typedef {Object} Seat
 * @property {string} name
 * @property {string[]} people
 * @property {string} [bot]
 * @property {number} [total]
 * @property {number} [turns]
 * @property {number} [upper]
 * @property {number} [bonuses]
 * @property {number} [hints]
 * @property {Record<string, number>} [boxes]
 * @property {number} ledger
 * @property {number} wins
 *
 * @typedef {Object} State
 * @property {string} [error]
 * @property {string} rules
 * @property {'sheet'|'press'} family
 * @property {'setup'|'opening'|'roll'|'choose'|'over'} phase
 * @property {number} [seat] from 1
 * @property {string} [person]
 * @property {number} game
 * @property {number} [round]
 * @property {number[]} [dice]
 * @property {number} [falling]
 * @property {number} [rolls]
 * @property {number} [turn_points]
 * @property {boolean} [final_round]
 * @property {Record<string, number>} [claims]
 * @property {number} [bonus]
 * @property {{dice: number[], points: number}[]} [sets]
 * @property {number[]} [winners]
 * @property {string} [position]
 * @property {(number|null)[]} [opening]
 * @property {Seat[]} seats
 * @property {number} lines
 *
 * @typedef {Object} SheetRow
 * @property {string} kind
 * @property {string} [box]
 * @property {string} [label]
 * @property {string} [how]
 * @property {any[]} [cells]
 *
 * @typedef {Object} Sheet
 * @property {string} title
 * @property {string[]} columns
 * @property {number} [current]
 * @property {SheetRow[]} rows
 *
 * @typedef {Object} Advice
 * @property {string} [error]
 * @property {string} goal
 * @property {number} value
 * @property {boolean} [approximate]
 * @property {{do: string, points?: number, value: number}[]} [actions]
 */
export {};
