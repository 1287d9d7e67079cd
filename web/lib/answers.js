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
 * @property {{dice: number[], points: number, turn_points: number}[]} [sets]
 * @property {number[]} [winners]
 * @property {string} [position]
 * @property {(number|null)[]} [opening]
 * @property {Seat[]} seats
 * @property {{commitment?: string, version?: number, pledged: boolean, revealed: boolean, waits?: string, missing?: number[]}} [fair]
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
 *
 * @typedef {'points'|'win'|'turns'} Unit
 * @typedef {'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Grade
 *
 * @typedef {Object} Book
 * @property {string} [error]
 * @property {string} key with the parameters that differ from the book
 * @property {string} name
 * @property {string} about
 * @property {string} source
 * @property {'sheet'|'press'} family
 * @property {number} dice
 * @property {Record<string, string>} rules
 * @property {{key: string, label: string, how: string, upper: boolean}[]} [boxes]
 * @property {{set: string, points: number}[]} [sets]
 * @property {string[]} parameters
 * @property {Option[]} options what can be played differently
 *
 * @typedef {Object} Option a parameter of a rule set
 * @property {string} key
 * @property {string} label
 * @property {string} about
 * @property {string|number} value
 * @property {string|number} default as in the book
 * @property {{value: string, about: string}[]} [choices]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {{label: string, value: number, default: number, min: number, max: number, step: number}} [second]
 *
 * @typedef {Object} Reasons
 * @property {string} [error]
 * @property {string} goal
 * @property {{do: string, value: number}} best
 * @property {{do: string, value: number}} [second]
 * @property {boolean} [approximate]
 * @property {string[]} why
 *
 * @typedef {Object} Judged
 * @property {string} [error]
 * @property {string} goal
 * @property {Unit} unit
 * @property {string} do
 * @property {number} value
 * @property {string} best
 * @property {number} best_value
 * @property {number} cost
 * @property {Grade} grade
 * @property {boolean} [approximate]
 * @property {boolean} warn
 *
 * @typedef {Object} Account luck and errors of a person; a seat has the optional ones, too
 * @property {string} name
 * @property {string} [bot]
 * @property {number} [par]
 * @property {number} luck
 * @property {number} errors
 * @property {number} [others]
 * @property {number} [result]
 * @property {number} rolls
 * @property {number} decisions
 * @property {number|null} accuracy
 * @property {Record<Grade, number>} grades
 * @property {number} hints
 * @property {Account[]} [people]
 *
 * @typedef {Object} Decision
 * @property {number} game
 * @property {number} line
 * @property {number} seat
 * @property {string} name
 * @property {number} turn
 * @property {string} do
 * @property {number} value
 * @property {string} best
 * @property {number} best_value
 * @property {number} error
 * @property {number} cost
 * @property {Grade} grade
 * @property {number} choices
 * @property {boolean} mattered
 * @property {string} [slip]
 * @property {boolean} [hinted]
 * @property {boolean} [approximate]
 *
 * @typedef {Object} Throw
 * @property {number} game
 * @property {number} line
 * @property {number} seat
 * @property {string} name
 * @property {number} turn
 * @property {string} do
 * @property {number} before
 * @property {number} after
 * @property {number} luck
 * @property {boolean} [approximate]
 *
 * @typedef {Object} Analysis
 * @property {string} [error]
 * @property {string} rules
 * @property {Unit} unit
 * @property {number} games
 * @property {boolean} finished
 * @property {boolean} approximate
 * @property {Account[]} seats
 * @property {Decision[]} decisions
 * @property {Throw[]} rolls
 *
 * @typedef {Object} Place at a table of a server
 * @property {number} place its number
 * @property {string} name
 * @property {number} seat from 1; 0 before the game begins
 * @property {string} [bot] the level of a bot of the server
 * @property {boolean} [program] somebody's own program
 * @property {boolean} [mine]
 * @property {boolean} [host]
 * @property {boolean} [left] nobody holds it any more
 * @property {boolean} [replaced] a bot plays for it at the moment
 * @property {boolean} [away] held, without a device connected
 * @property {boolean} [may_ask] a bot for it can be asked for from here
 * @property {boolean} [may_join] others can be its partners
 *
 * @typedef {Object} Ask that a bot plays for somebody
 * @property {number} place for whom
 * @property {number} by
 * @property {string} level
 * @property {number[]} missing places that have not agreed yet
 * @property {boolean} may it can be agreed to from here
 *
 * @typedef {Object} Room a table of a server, as it is seen from a place
 * @property {{word: string, name: string, mine?: boolean}} [change] what the last line did to the room
 * @property {'physical'|'seed'|'fair'} dice
 * @property {string} [seed]
 * @property {boolean} [roll] for who begins
 * @property {number} clock seconds for each choice; 0: there is none
 * @property {number} wait seconds until a bot plays for somebody who stays away
 * @property {boolean} [keeper] one device does everything
 * @property {boolean} begun
 * @property {boolean} [may_sit] people who look on can sit down
 * @property {Place[]} places of those who sit there, or sat when the game began
 * @property {number[][]} sides the places of each
 * @property {string} [person] who is to act
 * @property {number} [missed] the place that all wait for, while it is away
 * @property {boolean} [gone] the own place was held, and is left
 * @property {boolean} hand whether what comes next is done from here
 * @property {boolean} back whether something can be undone or corrected from here
 * @property {number[]} speaks seats whose share of the dice is given from here
 * @property {number[]} pledges those of them that pledge it first
 * @property {boolean} alone nobody else can have spoken for them
 * @property {Ask[]} asks
 * @property {number[]} unopened seats whose pledged share of the dice is missing
 * @property {number[]} goon places that want new dice without those shares
 * @property {number[]} waited places that have not said so
 * @property {boolean} may_goon it can be said from here
 */
export {};
