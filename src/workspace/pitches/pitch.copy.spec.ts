import { askAboutComplaint, askLeaver } from './pitch.copy.js';

describe('the question about', () => {
  it.each([
    ['The bot told our patients the wrong day.', 'Has anything changed for you since?'],
    ['It crashes every day.', 'Does it still happen, or did an update stop it?'],
    ['I wish I could give it 0 stars.', 'Has anything changed for you since?'],
    ["It doesn't support running in the background.", 'Is that still the case, or has it been fixed since?'],
    ['The support answers of our agents get lost in it.', 'Has anything changed for you since?'],
    ['There are too many options.', 'Has anything changed for you since?'],
    ['Support never answers our tickets.', 'Did you get a proper answer in the end?'],
    ['I will add that large files never open.', 'Does that work now?'],
    ['I wish it had a dark map.', 'Has this been added since, or have you found another way?'],
    ['They charged my card twice.', 'Has this been settled by now?'],
    ["L'application ne s'ouvre plus.", 'Does that work now?'],
    ['I lost my photos and the app keeps crashing.', 'Did you get any of it back?'],
    ["Il manque un objectif d'étages.", 'Has this been added since, or have you found another way?'],
    ['The app keeps crashing and I cannot log in.', 'Is that still the case, or has it been fixed since?'],
    ['I went into the browser and loaded the page there.', 'How did that turn out for you?'],
    ['It is too expensive for what it does.', 'What would a fair price have been for you?'],
    ['You have to pay for the premium version to open files.', 'Did you find a way to do it without paying?'],
    ['The export does not stop until you restart it.', 'Is that still the case, or has it been fixed since?'],
    ['Files do not open unless you pay.', 'Is that still the case, or has it been fixed since?'],
    ['They are making cancellation nearly impossible.', 'Did you manage to cancel in the end?'],
    ['I had canceled, still my money got deducted.', 'Has this been settled by now?'],
    ['Seats are added as soon as an agent is invited.', 'Has anything changed for you since?'],
    ['Please let a comment be added.', 'Has this been added since, or have you found another way?'],
    ['Where is the trash folder?', 'Did you find out in the end?'],
    ["I don't understand how to download a file.", 'Did you find out in the end?'],
    ['Poorly designed.', 'Has anything changed for you since?'],
    ['When is Android getting an equalizer?', 'Has this been added since, or have you found another way?'],
    ['There is no way to remove it from my tablet.', 'Have you found a way since?'],
    ['So much add in it.', 'Has anything changed for you since?'],
    ['Words in my notes go missing.', 'Did you get any of it back?'],
  ])('%j is %j', (sentence, question) => {
    expect(askAboutComplaint(sentence)).toBe(question);
  });

  it.each([
    ['I have moved our mails to another tool.', 'How is the change going so far?'],
    ['We are looking at changing to Boardly.', 'Have you settled on something in place of Tabula yet?'],
    ['It crashes after switching to another app.', 'Does it still happen, or did an update stop it?'],
    ['I will never use it again.', 'Have you settled on something in place of Tabula yet?'],
    ['I have tried other boards but stay with this one.', 'Has anything changed for you since?'],
    [
      "I've tried another board like it and have no issue there.",
      'Is that still the case, or has it been fixed since?',
    ],
    ['I have been trying to end my subscription, but continue to be charged.', 'Did you manage to cancel in the end?'],
    ['I want my plan canceled!', 'Did you manage to cancel in the end?'],
    ['It refuses to let me cancel.', 'Did you manage to cancel in the end?'],
    ['We could not cancel in time.', 'Did you manage to cancel in the end?'],
  ])('the words %j of a person who leaves is %j', (sentence, question) => {
    expect(askLeaver(sentence, 'Tabula')).toBe(question);
  });
});
