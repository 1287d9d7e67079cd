/**
 * English: the language every other catalogue is made from. Keys are grouped by screen.
 * Places in braces are filled in; entries with `one` and `other` are chosen by the number {n}.
 */
export default {
  words: {
    // everywhere
    'home': 'Home',
    'back': 'Back',
    'close': 'Close',
    'cancel': 'Cancel',
    'yes': 'Yes',
    'no': 'No',
    'app.broke': 'Something went wrong',
    'app.broke.what': 'This screen could not be shown ({problem}). Your games are safe.',
    'store.full': 'The browser has no room left for this game. Nothing that was saved is lost. Save the game as a file, then make room by deleting old games.',
    'store.conflict': 'This game went on in another tab. Here is how it stands now.',
    'store.gone': 'This game was deleted in another tab.',
    'store.closed': 'The browser does not let this page keep anything at the moment. Save the game as a file.',
    'store.export': 'Save as a file',
  },
  // The core speaks English; the other catalogues translate its sentences and terms here.
  core: {},
  terms: {},
};
