import { tokenizeWords } from '../../text/word.tokenizer.js';
import { readProblems } from './problem.reader.js';

const problems = (sentence: string, productName = ''): string[] =>
  readProblems(tokenizeWords(sentence), new Set(tokenizeWords(productName))).flatMap(({ names }) => names);
const keys = (sentence: string): string[] => readProblems(tokenizeWords(sentence), new Set()).map(({ key }) => key);

describe('the problems of a sentence', () => {
  it.each([
    ['I cannot download files to my phone.', 'Cannot download files'],
    ["It won't let me upload any photos", 'Cannot upload photos'],
    ['Unable to save documents', 'Cannot save documents'],
    ["can't get my watch to sync", 'Cannot sync'],
    ['Videos do not play anymore', 'Videos do not play'],
    ['The app no longer syncs', 'Does not sync'],
    ['My notes cannot be opened', 'Notes cannot be opened'],
    ['It stopped syncing', 'Stopped syncing'],
    ['There is no dark mode', 'No dark mode'],
    ['Where is the search bar?', 'No search bar'],
    ['Too many ads', 'Too many ads'],
    ['The GPS does not work indoors', 'GPS does not work'],
    ['There is no chinese keyboard', 'No Chinese keyboard'],
    ['Terrible customer service', 'Bad customer service'],
    ['Crashes after the last update', 'Problems after the update'],
    ['It is hard to find old invoices', 'Hard to find invoices'],
    ['I would love to have custom reports', 'No custom reports'],
    ['I wish we could export the reports', 'Cannot export reports'],
    ['It would be nice to be able to filter contacts', 'Cannot filter contacts'],
    ['We need more integrations', 'Not enough integrations'],
    ['Search could be better', 'Search could be better'],
    ['The dashboard could use some improvement', 'Dashboard could be better'],
    ['Reports should be more customizable', 'Reports could be more customizable'],
    ['The icons are too small', 'Icons are too small'],
    ['It does not work', 'Does not work'],
    ['I got an error', 'Errors come up'],
    ['I have trouble importing contacts', 'Trouble importing contacts'],
    ["Why can't I share my boards", 'Cannot share boards'],
    ['Camera uploads from the tablet do not work', 'Camera uploads do not work'],
    ['Navigation in the app is horrible', 'Bad navigation'],
    ['It deleted all my photos', 'Deleted photos'],
    ['I was locked out', 'Locked out'],
    ['Device not detected', 'Device cannot be detected'],
    ['It keeps deleting my photos', 'Deleted photos'],
    ['I am confused', 'Confusing'],
    ['They send a lot of spam', 'Too much spam'],
    ['My inbox is full of spam', 'Too much spam'],
    ['The app would lose my notes every time', 'Lost notes'],
    ['There are no folders', 'No folders'],
    ['The ticket list takes forever to load', 'Takes too long to load'],
    ['Too many adds', 'Too many ads'],
    ['Make it easier to find invoices', 'Hard to find invoices'],
    ['We should be able to sort contacts', 'Cannot sort contacts'],
    ['Please allow users to export reports', 'Cannot export reports'],
    ['Tags should be added', 'No tags'],
    ['Put the filters back', 'No filters'],
    ['It needs tags', 'No tags'],
    ['The only thing missing is a calendar', 'Missing calendar'],
    ['The interface is really bad', 'Bad interface'],
    ['The search is a mess', 'Bad search'],
    ['I am not a fan of the layout', 'Bad layout'],
    ['I had to restart my phone', 'Have to restart'],
    ['It asks for so many permissions', 'Too many permissions'],
    ['This update ruined everything', 'Problems since the update'],
    ['Why would you remove the widgets', 'Removed widgets'],
    ['Please remove the banners', 'Banners should be removed'],
    ['I cannot figure out how to export', 'Hard to export'],
    ['Everything has to be entered manually', 'Has to be done manually'],
    ['I wish the reports were a little more selective', 'Reports could be better'],
    ['I would like to see a more seamless integration', 'Integration could be better'],
    ['It does not appear to sync', 'Does not sync'],
    ['The only downside is the reporting module.', 'Reporting module could be better'],
    ['The only complaint I have is the price', 'Too expensive'],
    ['There is room for improvement in the dashboards', 'Dashboards could be better'],
    ['The search leaves a lot to be desired', 'Search could be better'],
    ['More filters would be really helpful', 'Not enough filters'],
    ['A calendar would be nice', 'No calendar'],
    ['I wish there were more filters', 'Not enough filters'],
    ['They could have more connectors', 'Not enough connectors'],
    ['I would have loved to be able to sort contacts', 'Cannot sort contacts'],
    ['Not being able to export reports', 'Cannot export reports'],
    ['It can be difficult for a small team to manage campaigns', 'Difficult to manage campaigns'],
    ['It is sometimes hard to understand the prices', 'Hard to understand'],
    ['Our reviews take longer than expected', 'Takes too long'],
    ['The ability to tag contacts would be great', 'No ability to tag contacts'],
    ['It would be better if the reports could be exported', 'Reports cannot be exported'],
    ['I wish the reports could show totals', 'Cannot show totals'],
    ['The dashboard can be a bit confusing at times', 'Dashboard is confusing'],
    ['The setup is somewhat confusing', 'Setup is confusing'],
    ['The navigation is not always intuitive', 'Navigation is not intuitive'],
    ['It is not as easy to find invoices as before', 'Hard to find invoices'],
    ['Our clients struggled to redeem vouchers', 'Hard to redeem vouchers'],
    ['We need an easier way to import contacts', 'Hard to import contacts'],
  ])('are named in its words: %s', (sentence, name) => {
    expect(problems(sentence)).toContain(name);
  });

  it('are the same for a missing thing in any wording', () => {
    const [first, ...others] = ['There is no search', 'The search is gone', 'The search disappeared'].map(keys);
    for (const other of others) expect(other).toEqual(expect.arrayContaining(first?.slice(0, 1) ?? ['']));
  });

  it.each([
    'Great app, works well',
    'I do not like this',
    'I deleted the app',
    'Please fix this',
    'There is no point',
    'Do not open the files, please',
    'It makes it easier to share',
    'The search would be great when I am away',
    'The only downside is that I found it so late',
    'There were never any crashes',
    'I have not had any crashes',
    'It only takes two minutes',
    'It is not too expensive',
    'It is less expensive',
    'I stopped using it',
    'I add tasks to it when I walk',
    'I learned it by trial and error',
    'It not only works, it is fast',
    'It is not even close to the old one',
    'You will not have to pay',
    'The update icon is blue',
    'I never got the hang of it',
    'I must be doing something wrong',
    'My phone is fully charged',
    'I have not opened it yet',
    'I wish there was a better way of deleting it',
    'It appears bug free',
    'They do not listen',
    "Why didn't I download this sooner",
    'The other person hung up',
    'Messages do not get in',
    'I am afraid of losing my photos',
    'I would lose my photos without it',
    'I am stuck with it for now',
    'The mail landed in my spam',
    'Every one of our agents needs a full seat',
    'We still wait for the refund',
    '',
    '!!! ???',
  ])('are empty if it names no failure: %s', (sentence) => {
    expect(problems(sentence)).toEqual([]);
  });

  it('do not include things that someone tries to do', () => {
    expect([problems('When I try to delete notes'), keys('When I try to delete notes')]).toEqual([
      [],
      expect.arrayContaining(['delete | not']),
    ]);
  });

  it('do not include what someone cannot stop doing', () => {
    expect(problems('I cannot stop playing it')).not.toContain('Does not play');
  });

  it('are those of the support if it is slow, and not of the speed', () => {
    expect(keys('The support is painfully slow')).toEqual(['slow | support']);
  });

  it('are the same for a verb and its noun', () => {
    expect(keys('Cannot sync')).toEqual(keys('Sync fails'));
  });

  it('never name a verb as if it were a thing', () => {
    const names = problems('The videos I want to watch do not work');
    expect(names.filter((name) => /^watch/i.test(name))).toEqual([]);
  });

  it('have one name for a failing verb without an object', () => {
    for (const sentence of [
      'I am unable to log in',
      'It will not log me in',
      'Not logging on',
      'Cannot log into my account',
    ])
      expect(problems(sentence)[0]).toBe('Cannot log in');
  });

  it('never name the product', () => {
    expect(problems('I cannot open Acme files', 'Acme').join()).not.toMatch(/acme/i);
  });

  it('are found in a text of hostile words without an error', () => {
    const hostile = ['not', 'constructor', '__proto__', 'cannot', '\u202e', '<script>', 'no', 'to', 'get'];
    const sentence = Array.from({ length: 600 }, (_unused, at) => hostile[at % hostile.length]).join(' ');
    expect(Array.isArray(problems(sentence))).toBe(true);
  });
});
