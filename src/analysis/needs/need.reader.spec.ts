import { isForDevice, statedNeedIn } from './need.reader.js';
import { growsFasterThanText } from '../../../test/support/growth.js';

describe('a stated need', () => {
  it.each([
    ['Can anyone recommend an alternative to Boardly?', 'alternative'],
    ['Need suggestions for alternative.', 'alternative'],
    ['Is there an awesome habit management app out there?', 'recommendation'],
    ['What DLNA app should I use?', 'recommendation'],
    ['Looking for an app for jobs in the field', 'recommendation'],
    ['Can anyone recommend a good job board tool?', 'recommendation'],
    ['Any good book tracking app?', 'recommendation'],
    ['We are looking for a help desk with monthly billing.', 'recommendation'],
    ["We're moving away from Boardly next month.", 'leaving'],
    ['I want the mail app so bad', 'purchase'],
    ['I plan to buy a help desk tool in January.', 'purchase'],
    ['We have budget approved for a new help desk.', 'purchase'],
    ['Evaluating help desks right now for 40 agents.', 'consideration'],
    ['We are comparing Boardly and Tabula.', 'consideration'],
    ['Needa get me an editor asap', 'purchase'],
    ['Should I save my money and get the desktop app?', 'consideration'],
    ['I wish there was a way to hide what I have seen.', 'gap'],
    ['A web app that converts feeds to mail', 'gap'],
  ])('is found in %j', (sentence, need) => {
    expect(statedNeedIn([sentence])).toBe(need);
  });

  it.each([
    'My iPhone X came and I’m so excited!',
    'We are not looking for an alternative to Boardly: five years and still happy.',
    'No need to look for an alternative.',
    'If you are looking for an alternative to Tabula, Boardly is great.',
    'Not looking for recommendations, please stop.',
    'We have signed, so we are no longer looking for a help desk.',
    'I can’t wait to activate it and make it my own!',
    'MY IPHONE X IS HERE I CAN’T WAIT TO GET HOME',
    'Just got the iPhone X Max and it is too big for my hands',
    'I do not want the iPhone X.',
    'Want to win an iPhone X? Enter the giveaway!',
    'Latest version of Clips will make you want an iPhone X',
    'I need to file a form.',
    'I want the iPhone X so bad',
    'Should I save my money and get the iPhone 8?',
    'I am looking for a laptop that can be used for gaming.',
    'Which camera should I buy?',
    'I would like to suggest a dark mode.',
    'Looking for a good book to become a morning person',
    'Can anyone recommend a book about pricing?',
    "Looking for someone who's successfully launched an app.",
    'What is this old machinist tool?',
    'I want to begin my life.',
    'Lovely weather in Lisbon this morning.',
    '',
  ])('is not found in %j', (sentence) => {
    expect(statedNeedIn([sentence])).toBeNull();
  });

  it.each([
    'Any good app for my phone?',
    'I need software that manages laptops.',
    'What printer software should I use?',
  ])('is found in %j, which is about software for a device', (sentence) => {
    expect(statedNeedIn([sentence])).not.toBeNull();
  });

  it.each([
    ['recommendation', 'I want a new laptop for school. Any ideas?', true],
    ['recommendation', 'I want a new laptop for school. Any ideas for apps?', false],
    ['purchase', 'The iPhone X is out. I want it.', true],
    ['recommendation', 'My phone is full. Any ideas?', false],
  ] as const)('of kind %s in %j is for a device: %s', (need, text, isOne) => {
    expect(isForDevice(need, text)).toBe(isOne);
  });

  it('is the firmest one of several sentences', () => {
    expect(statedNeedIn(['It would be nice to have an app.', 'Any alternative to Boardly?'])).toBe('alternative');
  });

  it.each([
    'what ',
    'i want ',
    'is there a ',
    'looking for ',
    'a ',
    'to ',
    '-',
    '"',
    '. ',
    '@',
    '@ ',
    '@a ',
    '@ still ',
  ])('is read in linear time from a repeated %j', (words) => {
    const read = (length: number) => statedNeedIn([words.repeat(length / words.length)]);
    expect(growsFasterThanText(read, 100_000)).toBe(false);
  });
});
