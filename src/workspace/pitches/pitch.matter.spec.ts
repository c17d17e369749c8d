import { type Matter, matterOf, wishOf } from './pitch.matter.js';

const said = (quote: string): [Matter['kind'], string] => {
  const { kind, words } = matterOf(quote, 'Tabula');
  return [kind, words];
};

describe('the matter of a quote', () => {
  it.each([
    ['We cannot export invoices.', 'you cannot export invoices'],
    ['The UI is clunky.', 'the UI is clunky'],
    ['Customer support is painfully slow: we wait for days.', 'the customer support is too slow'],
    ['Whenever I open a file the app crashes.', 'it crashes'],
    ['The app for Kindle Fire HD keeps crashing.', 'it crashes'],
    ['The search button keeps disappearing.', 'the search button disappeared'],
    ["Why can't we export invoices?", 'you cannot export invoices'],
    ['It crashes every single day.', 'it crashes'],
    ['Tabula does not open.', 'it does not open'],
    ['Uploads do not work in the evening.', 'uploads do not work'],
    ['I cannot download my video.', 'you cannot download the video'],
  ])('of %j is that %s', (quote, clause) => {
    expect(said(quote)).toEqual(['clause', clause]);
  });

  it.each([
    ['There is no dark mode.', 'dark mode'],
    ['Where is the trash folder?', 'the trash folder'],
  ])('of %j is the want of %s', (quote, thing) => {
    expect(said(quote)).toEqual(['lack', thing]);
  });

  it.each([
    ['somebody else fails', 'They cannot export our invoices.'],
    ['a question states no problem', 'Do I have to pay for the export?'],
    ['a verb would lose its object', 'I tried the banner and I cannot skip them.'],
    ['a verb would lose its particle', 'I cannot turn the banner off.'],
    ['a noun would lose its head', 'It vanished for no apparent reason.'],
    ['a noun is a part of another word', 'No add-ons.'],
    ['a noun is not the subject of the verb', 'The tool is a joke and will not receive more of our money.'],
    ['praise sounds like too much', 'It has so much potential.'],
    ['a verb would lose its objects', 'My address does not show me my mails.'],
    ['the writer lacks something, not the product', 'I do not have a phone number.'],
    ['nobody misses what is not there', 'No cable fees and no satellite fees.'],
    ['something would only be good', 'A new version would be a great resource.'],
    ['a subject is a part of another one', 'The name of the song does not show.'],
    ['an object would lose its article', 'I cannot load home screen.'],
    ['the writer has to do something later only', 'I will have to change banks.'],
    ['a clause is a condition', 'What is the point of it if it does not work?'],
    ['a verb and its noun differ in number', 'Organizing your notes is tricky.'],
    ['a verb would have the object of another one', 'It is difficult to browse and search a list.'],
    ['an adjective only blames', 'The logic is ridiculous.'],
    ['the language is another one', "L'application ne s'ouvre plus depuis la mise à jour."],
  ])('is in the words of the writer where %s', (_, quote) => {
    expect(said(quote)).toEqual(['cited', quote.replace(/\.$/, '')]);
  });

  it('of a long quote is in the clause with the problem, with as much around it as fits', () => {
    const quote =
      'When you finally do get in touch with them about the renewal, they are so slow at updating the profiles, so we do it ourselves.';
    expect(said(quote)).toEqual(['cited', 'they are so slow at updating the profiles, so we do it ourselves']);
  });

  it('ends without the word that leads on to the part that is left out', () => {
    const quote =
      'I believe that somebody has taken my account and blamed me for things that I never did, but when I tried to bring this up with them they wanted none of it.';
    expect(said(quote)).toEqual([
      'cited',
      'I believe that somebody has taken my account and blamed me for things that I never did',
    ]);
  });

  it('of a long wish is in the clause with the need', () => {
    const quote =
      'As the title says I have just got a tablet, which I like a lot so far because of its size, and I was hoping for some recommendations on apps.';
    expect(wishOf(quote).words).toMatch(/I was hoping for some recommendations on apps$/);
  });

  it('is cited in at most 120 characters, up to the end of a word', () => {
    const { words } = matterOf(`On the ${'long '.repeat(40)}way nobody answers`, null);
    expect(words.length).toBeLessThanOrEqual(120);
    expect(words).toMatch(/long…$/);
  });

  it.each([
    ['Browser extension to mute tabs.', 'wanted', 'a browser extension to mute tabs'],
    ['Can anyone recommend any software to do this?', 'cited', 'Can anyone recommend any software to do this?'],
    ['Need advice on registering a name.', 'cited', 'Need advice on registering a name'],
  ])('of the wish %j is %s', (quote, kind, words) => {
    expect(wishOf(quote)).toEqual({ kind, words });
  });
});
