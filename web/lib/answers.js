/**
 * The core's answers as types. doc/language.md explains the fields, except those of Place, Ask and Room.
 *
 * @typedef {Object} Answer to an event
 * @property {string} [ok] the line as written to the log
 * @property {string} [error]
 * @property {string} [rule] the rule behind an error
 * @property {string} [reason] the error without the rule
 * @property {string} [cite] where the rule is stated
 * @property {number} [line]
 * @property {number} [points]
 * @property {number} [given_up] points that a zero by choice gave up
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
 * @property {string} [reason] of an error, without the place where it happened
 * @property {number} [line] of a record: where the error is
 * @property {string} rules
 * @property {'sheet'|'press'} family
 * @property {'setup'|'opening'|'roll'|'choose'|'over'} phase
 * @property {number} [seat] from 1
 * @property {string} [person]
 * @property {number} game
 * @property {boolean} [settlement] whether the table settles: then the seats' ledgers count
 * @property {'points'|'last'} [pace] what is entered of a turn, unless it is every throw
 * @property {Record<string, {points?: number[], bonus?: number[]}>} [possible] by open box, where only points are entered
 * @property {{least?: number, step?: number, points?: number}} [bank]
 * @property {number} [round]
 * @property {number[]} [dice]
 * @property {number} [falling]
 * @property {number} [rolls]
 * @property {number} [turn_points]
 * @property {boolean} [final_round]
 * @property {number[]} [last_turns]
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
 * @typedef {{box: string, points?: number, gain?: number, made?: boolean, why?: string, pick?: boolean}} Offer an open box:
 *   what it would bring, or why it may not be filled; pick: its points are still to be entered
 *
 * @typedef {{seats: number[], by: number}} Lead
 *
 * @typedef {Object} PressSet dice that may be set aside
 * @property {number[]} dice
 * @property {number} points
 * @property {number} turn_points
 * @property {number} falling
 * @property {number} bust
 * @property {boolean} [hot]
 * @property {number} [total] after stopping
 * @property {string} [why] why stopping is not allowed
 * @property {boolean} [over]
 * @property {number[]} [winners]
 * @property {Lead} [lead]
 *
 * @typedef {Object} Look what a screen shows besides the state
 * @property {number} [seat]
 * @property {number} [falling] dice about to be rolled
 * @property {number} [rounds]
 * @property {number} [rolls]
 * @property {{points: number, at: number}} [upper]
 * @property {{upper: number, ahead?: number, to_go?: number, out_of_reach?: boolean, extra?: number}[]} [seats]
 * @property {Offer[]} [boxes]
 * @property {{box: string, points: number, again?: boolean, joker?: boolean}} [five]
 * @property {string} [why]
 * @property {number} [goal]
 * @property {string} [bust_name]
 * @property {number} [entry]
 * @property {number[]} [outside]
 * @property {Lead} [lead]
 * @property {number} [throws]
 * @property {{dice: number[], points: number}[]} [aside]
 * @property {{win: number, share?: number, against: number[], total: number}} [needs]
 * @property {PressSet[]} [sets]
 * @property {number} [bust]
 * @property {{seat: number, box?: string, points: number, bust?: boolean}[]} [moves]
 * @property {{seat: number, from: number}} [comeback]
 *
 * @typedef {Object} SheetRow
 * @property {string} kind
 * @property {string} [box]
 * @property {string} [label]
 * @property {string} [printed] the label on the book's own sheet
 * @property {string} [how]
 * @property {any[]} [cells]
 * @property {(number|null)[]} [points] of a row whose cells count bonuses
 *
 * @typedef {Object} Sheet
 * @property {string} title
 * @property {string[]} columns
 * @property {number} [current]
 * @property {number} [first] the column of the seat that began, if the game is over
 * @property {number[]} [winners]
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
 * @property {string} key with the parameters that differ from the book's
 * @property {string} name
 * @property {string} about
 * @property {string} source
 * @property {'sheet'|'press'} family
 * @property {number} dice
 * @property {Record<string, string>} rules
 * @property {Record<string, string>} titles of these rules
 * @property {{key: string, label: string, how: string, upper: boolean}[]} [boxes]
 * @property {{set: string, points: number}[]} [sets]
 * @property {string[]} parameters
 * @property {Option[]} options the possible house rules
 *
 * @typedef {Object} GuidePart
 * @property {'heading'|'text'|'item'|'step'} kind
 * @property {string} words
 * @property {string} [label] of an item
 * @property {string} [dice] of a step
 * @property {string} [cite] where the book says so
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
 * @typedef {Object} Account luck and errors of a seat or a person; only seats have the optional fields
 * @property {string} name
 * @property {string} [bot]
 * @property {number} [par]
 * @property {number} luck
 * @property {number} errors
 * @property {number} [unknown] what luck and decisions changed together in turns entered without all their rolls
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
 * @property {string} [slip_key] the same in every language
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
 * @typedef {Object} Entered a turn, or part of one, of which not all rolls are known
 * @property {number} game
 * @property {number} line
 * @property {number} seat
 * @property {string} name
 * @property {number} turn
 * @property {string} do
 * @property {string} pace
 * @property {number} before
 * @property {number} after
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
 * @property {Entered[]} [unknown]
 *
 * @typedef {Object} Place at a server's table
 * @property {number} place its number
 * @property {string} name
 * @property {number} seat from 1; 0 before the game begins, or if it does not play
 * @property {string} [bot] the level of a server bot
 * @property {boolean} [program] held by somebody's own program
 * @property {boolean} [mine]
 * @property {boolean} [host]
 * @property {boolean} [left] its holder has left
 * @property {boolean} [replaced] a bot is playing for it
 * @property {boolean} [away] held, but without a device connected
 * @property {boolean} [may_ask] this player may ask for a bot to take it over
 * @property {boolean} [may_join] a new player can join as its partner
 * @property {boolean} [may_remove] this player, the host, can send them away
 *
 * @typedef {Object} Ask a request that a bot play for somebody
 * @property {number} place to be taken over
 * @property {number} by the place that asked
 * @property {string} level
 * @property {number[]} missing places that have not agreed yet
 * @property {boolean} may this player may agree
 *
 * @typedef {Object} Room a server's table, seen from a place
 * @property {{word: string, name: string, mine?: boolean}} [change] what the last line changed in the room
 * @property {'physical'|'seed'|'fair'} dice
 * @property {string} [seed]
 * @property {boolean} [roll] whether the players roll to see who starts
 * @property {number} clock seconds for each choice or roll; 0: no limit
 * @property {number} wait seconds until a bot may replace an absent player
 * @property {boolean} [keeper] one device acts for everybody
 * @property {boolean} begun
 * @property {boolean} [may_sit] this spectator can sit down, during a game for the next one
 * @property {Place[]} places of the players seated now or, once the game has begun, at its start
 * @property {number[][]} sides the places of each side
 * @property {string} [person] whose turn it is to act
 * @property {number} [missed] the place whose absent player everybody is waiting for
 * @property {boolean} [gone] the holder of this place has left
 * @property {boolean} hand whether this player may act next
 * @property {boolean} back whether this player can undo or correct something
 * @property {number[]} speaks seats whose share of the dice this player gives
 * @property {number[]} pledges those of them that must pledge first
 * @property {boolean} alone nobody else can have given these seats' shares
 * @property {Ask[]} asks
 * @property {number[]} unopened seats that have not opened the share they pledged
 * @property {number[]} goon places that agreed to new dice without those shares
 * @property {number[]} waited places of those present who have not agreed yet
 * @property {boolean} may_goon this player may agree
 * @property {boolean} [goes] this player goes along when the next game begins
 * @property {Again} [again] after a game: somebody wants the next one
 *
 * @typedef {Object} Again
 * @property {number[]} wanting places that want the next game
 * @property {number[]} stays places that do not
 * @property {number[]} silent places of those present who have not answered
 * @property {number} seconds in which they can
 * @property {boolean} enough whether those who want it are enough for a game
 */
export {};
