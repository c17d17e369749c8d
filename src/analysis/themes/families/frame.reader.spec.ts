import { CIRCUMSTANCES, FAMILIES, familyIndex, SUBFAMILIES } from '../../lexicon/families.js';
import { tokenizeWords } from '../../text/word.tokenizer.js';
import { readFrames } from './frame.reader.js';

const GAME = new Set(['game']);
const read = (sentence: string, language: 'en' | 'fr') => readFrames(tokenizeWords(sentence), language);
const familiesOf = (sentence: string, language: 'en' | 'fr' = 'en'): string[] =>
  read(sentence, language).families.map((index) => FAMILIES[index]?.key ?? '');
const circumstancesOf = (sentence: string, language: 'en' | 'fr' = 'en'): string[] => {
  const { circumstances } = read(sentence, language);
  return CIRCUMSTANCES.flatMap(({ key }, bit) => ((circumstances >>> bit) & 1 ? [key] : []));
};

/** The first family of each sentence. */
const ENGLISH: readonly (readonly [family: string, sentences: readonly string[]])[] = [
  ['ads', ['There are far too many ads', 'An advert covers half of the page', 'Every tap opens a commercial']],
  [
    'refunds',
    ['They charged me twice in May', 'I still wait for my refund', 'I cannot cancel my plan', 'It took my money'],
  ],
  ['price', ['You have to pay for every brush', 'The free version is a joke', 'Exports are no longer free']],
  ['price', ['Far too expensive for a small team', 'Not worth the money', 'The price doubled overnight']],
  ['hacked', ['My account was hacked last week', 'Full of scammers', 'They banned my account for nothing']],
  ['privacy', ['Why does a torch need access to my contacts', 'It wants too many permissions', 'A privacy nightmare']],
  [
    'login',
    ['I cannot log in any more', 'My password is never accepted', 'It keeps logging me out', 'Signing in fails'],
  ],
  [
    'support',
    [
      'Our support requests are never answered',
      'Customer service never replied',
      'No response from the team',
      'The support is terrible',
      'Support is painfully slow',
    ],
  ],
  ['notifications', ['Notifications arrive hours too late', 'I do not get any reminders', 'Alerts stopped coming']],
  ['spam', ['My inbox is full of spam', 'They send too many emails']],
  [
    'integrations',
    ['It does not work with Google Calendar', 'The Salesforce integration breaks', 'I cannot export to csv'],
  ],
  ['sync', ['Nothing syncs any more', 'Synchronization takes all night and fails']],
  ['connection', ['It never connects to the scale', 'Bluetooth drops every hour', 'The connection keeps failing']],
  ['storage', ['There is not enough storage', 'I am always out of space']],
  ['resources', ['It drains the battery in an hour', 'It uses too much memory']],
  ['uploads', ['Uploads stop at 99 percent', 'I cannot back up my pictures']],
  ['downloads', ['I cannot download my files', 'The download stopped again', 'Offline maps are broken']],
  ['install', ['It will not install on my phone', 'I cannot update the app', 'The installation is stuck']],
  ['search', ['The search never returns anything', 'I cannot filter by date', 'Sorting is broken']],
  ['sound', ['There is no sound', 'My microphone stopped', 'Nobody can hear me']],
  ['playback', ['Videos do not play', 'The music stops after a minute', 'Bad subtitles']],
  ['calls', ['I cannot call my team', 'Calls keep failing']],
  ['crashes', ['It crashes whenever I rotate it', 'The page freezes', 'It closes by itself', 'I get a black screen']],
  ['slow', ['Painfully slow', 'It takes forever to load', 'There is a lag while I draw']],
  ['lost', ['All my notes are gone', 'It deleted my photos', 'I lost my progress']],
  ['accuracy', ['It does not count my steps', 'The distance is wrong', 'Calories are never correct']],
  ['reporting', ['The reports are too basic', 'I wish the dashboard had more charts']],
  ['feed', ['The feed shows old posts only', 'Recommendations are useless']],
  ['selection', ['The selection is small', 'There are not enough movies']],
  ['opens', ['It does not open', 'It refuses to start']],
  ['loading', ['The page will not load', 'The pictures do not show']],
  ['typing', ['The keyboard is terrible', 'I cannot paste a text']],
  ['interface', ['The layout is a mess', 'So confusing', 'Not intuitive at all', 'Navigation is hard']],
  ['learning', ['The documentation is poor', 'There is no tutorial', 'A steep learning curve']],
  ['customization', ['I cannot change the color of my calendar', 'No dark mode', 'The settings are limited']],
  ['sharing', ['I cannot share a board', 'Messages fail again and again']],
  ['deleting', ['I cannot delete old entries', 'I cannot delete comments']],
  ['saving', ['Saving fails']],
  ['editing', ['I cannot edit old entries', 'It does not edit my posts', 'Undo stopped working']],
  ['quality', ['The picture quality is poor']],
  ['devices', ['It is not compatible with my tablet', 'My phone is not supported']],
  ['controls', ['The button does nothing, it is broken', 'I cannot scroll']],
  ['orders', ['My order never arrived, delivery is impossible']],
  [
    'removed',
    [
      'They removed the calendar view',
      'Please bring the list back',
      'Why did you take away the export button',
      'Where has the menu gone',
      'There is no longer a tab for it',
    ],
  ],
  ['features', ['Please add a calendar view', 'It lacks a list', 'It needs more options and widgets']],
  [
    'former',
    [
      'Please bring back the old version',
      'The old layout was easier',
      'I hate the new design',
      'Go back to how it was',
    ],
  ],
  ['update', ['The new version is horrible']],
  [
    'broken',
    ['It is full of bugs', 'Something went wrong, it says', 'It does not work', 'It stopped working', 'Useless'],
  ],
];

const FRENCH: readonly (readonly [family: string, sentences: readonly string[]])[] = [
  ['ads', ['Beaucoup trop de pub', 'Les publicités sont partout']],
  ['refunds', ['Je veux être remboursé', 'Impossible de résilier']],
  ['price', ['Tout est payant maintenant', 'Il faut payer pour tout']],
  ['price', ['Bien trop cher', 'Le prix a doublé']],
  ['privacy', ['Trop de permissions demandées', 'Aucun respect de la vie privée']],
  ['login', ['Mon mot de passe est refusé', 'Impossible de créer un compte']],
  ['support', ['Le service client ne répond jamais', 'Aucune réponse du support']],
  ['notifications', ['Je ne reçois plus les notifications', 'Plus aucune notification']],
  ['sync', ['La synchronisation ne marche plus', 'Impossible de synchroniser']],
  ['connection', ['La connexion échoue sans cesse', 'Le bluetooth se coupe toujours']],
  ['resources', ['Vide la batterie en deux heures']],
  ['downloads', ['Impossible de télécharger mes fichiers']],
  ['install', ['Impossible de mettre à jour', "Je n'arrive pas à installer"]],
  ['crashes', ['Elle plante à chaque fois', 'Mon écran se fige']],
  ['slow', ['Très lent', "C'est trop long à charger", 'Ça rame']],
  ['lost', ['Toutes mes données ont disparu', "J'ai perdu mes photos"]],
  ['accuracy', ['Le podomètre ne compte pas bien', 'La distance est fausse']],
  ['interface', ['Interface peu intuitive', 'Trop compliqué']],
  ['customization', ['Impossible de changer de cadran', 'Pas de mode sombre']],
  ['devices', ['Pas compatible avec ma tablette']],
  ['opens', ["L'appli ne s'ouvre plus"]],
  ['loading', ['La page refuse de charger', "Rien ne s'affiche"]],
  ['removed', ['Vous avez supprimé des fonctions utiles', 'Remettez le bouton']],
  ['features', ['Il manque des fonctionnalités', 'Il manque une fonction']],
  ['former', ["L'ancienne version fonctionnait", "C'était mieux avant", 'Revenez en arrière']],
  ['update', ['Nul depuis la dernière mise à jour']],
  ['broken', ['Ne fonctionne plus', 'Ça ne marche pas', "Message d'erreur à chaque tentative"]],
];

const cases = (table: typeof ENGLISH): [family: string, sentence: string][] =>
  table.flatMap(([family, sentences]) => sentences.map((sentence): [string, string] => [family, sentence]));

describe('the frames of a sentence', () => {
  it.each(cases(ENGLISH))('have the family %s first: %s', (family, sentence) => {
    expect(familiesOf(sentence)[0]).toBe(family);
  });

  it.each(cases(FRENCH))('have the family %s first in French: %s', (family, sentence) => {
    expect(familiesOf(sentence, 'fr')[0]).toBe(family);
  });

  it.each([
    'No problems with syncing at all',
    'I love the videos',
    'The search works perfectly',
    'Great support, very helpful',
    'I never had any issues with the login',
    'The keyboard is great',
    'It came from the Play Store',
    'It does not crash at all',
    'It never crashes',
    'It no longer freezes',
    'We did not have any serious trouble',
    'I never really got the hang of it',
    'I pay for each item separately',
    'I did not find any bug',
    'Never miss a bid',
    'Please do not download this app',
    'Fix this or I will cancel my subscription',
    'I paid for this app',
    'The price is fair',
    'Nothing that your account manager cannot help with',
    'I do not see that as an issue with the connection',
    'There is no lag whatsoever',
  ])('are none where nothing fails: %s', (sentence) => {
    expect(familiesOf(sentence)).toEqual([]);
  });

  it.each(['Aucun problème de synchronisation', 'La synchronisation fonctionne parfaitement', 'Rien à redire'])(
    'are none where nothing fails in French: %s',
    (sentence) => {
      expect(familiesOf(sentence, 'fr')).toEqual([]);
    },
  );

  it.each([
    ['install', 'I cannot update my status'],
    ['lost', 'I cleared the cache and deleted all data'],
    ['feed', 'I hate the most recent update'],
    ['support', 'Our support team should not see the admin page'],
    ['resources', 'It is a waste of space'],
    ['controls', 'It says error, tap to retry'],
    ['crashes', 'Nothing else comes close on my phone'],
    ['install', 'It does not work after the update'],
    ['login', 'It does not register my taps'],
    ['loading', 'There does not appear to be a way'],
    ['slow', 'It takes too long to earn a coin'],
    ['slow', 'The 10 second speed boost is annoying'],
    ['connection', 'It does not start although I have good wifi'],
    ['sharing', 'The message something went wrong pops up and nothing works'],
    ['lost', 'It is called Dropbox, my files are all there'],
    ['install', 'I will not reinstall until it is fixed'],
    ['install', 'I cannot update my bio'],
    ['sharing', 'Adding text on top of a picture is a problem'],
    ['search', 'I cannot find the setting'],
    ['login', 'Most of these are not verified customers'],
  ])('do not have the family %s by a word with another meaning: %s', (family, sentence) => {
    expect(familiesOf(sentence)).not.toContain(family);
  });

  it.each(['It would be nice if it did not freeze', 'The most recent update crashes'])(
    'are those of a failure beside such words: %s',
    (sentence) => {
      expect(familiesOf(sentence)[0]).toBe('crashes');
    },
  );

  it.each([
    ['customization', 'It would be great to have more customization of the widgets'],
    ['integrations', 'We would love more options for the Salesforce integration'],
  ])('have the family %s by a polite wish: %s', (family, sentence) => {
    expect(familiesOf(sentence)).toContain(family);
  });

  it.each([
    ['playback', 'Please add video calls and more songs'],
    ['uploads', 'We would love a backup of our chats'],
    ['connection', 'It would be great to have a server of my own'],
  ])('do not have the family %s, a failure, by a wish: %s', (family, sentence) => {
    expect(familiesOf(sentence)).not.toContain(family);
  });

  it('say whether a complaint is denied and no family is named', () => {
    expect(read('No specific things that I dislike', 'en').denies).toBe(true);
    expect(read('No complaints, but it crashes', 'en').denies).toBe(false);
    expect(read('It crashes', 'en').denies).toBe(false);
  });

  it('are at most three, most specific first', () => {
    const families = familiesOf('Ads, no login, no sync, no sound and it crashes');
    expect(families).toEqual(['ads', 'login', 'sync']);
  });

  it.each(['This level is impossible', 'Full of cheaters', 'Boring after a day'])(
    'leave out those of a game for other products: %s',
    (sentence) => {
      const [family = -1] = readFrames(tokenizeWords(sentence), 'en', GAME).families;
      expect(FAMILIES[family]?.key).toBe('battle');
      expect(familiesOf(sentence)).not.toContain('battle');
    },
  );

  it('are not those of playing in a game, where it means something else', () => {
    const words = tokenizeWords('It stops when I play');
    const keys = (product: ReadonlySet<string>) =>
      readFrames(words, 'en', product).families.map((index) => FAMILIES[index]?.key);
    expect(keys(new Set())).toContain('playback');
    expect(keys(GAME)).not.toContain('playback');
  });

  it('are not needed for a missing feature in a sentence with a word for what is missing', () => {
    const missing = familyIndex('features');
    expect(read('We would like a darker map', 'en').whole).toContain(missing);
    expect(read('That is a bit odd', 'en').whole).not.toContain(missing);
  });

  it('need the failure and the aspect in one clause', () => {
    expect(familiesOf('I never had a better watch, and the search is on top')).not.toContain('search');
  });
});

describe('the subfamilies of a sentence', () => {
  const subfamiliesOf = (sentence: string) =>
    read(sentence, 'en').subfamilies.map((index) => SUBFAMILIES[index]?.names.en);

  it.each([
    ['I cannot print my draft', ['Printing and scanning fail']],
    ['My password is never accepted', ['Passwords fail']],
    ['There is no way to delete the app', ['Cannot be uninstalled']],
    ['It crashes', []],
  ])('are the parts of the families that "%s" names', (sentence, names) => {
    expect(subfamiliesOf(sentence)).toEqual(names);
  });

  it.each([
    ['Impossible d’appairer ma montre', ['Appairage impossible']],
    ['Mon mot de passe est toujours refusé', ['Mots de passe refusés']],
  ])('are the parts of the families that "%s" names in French', (sentence, names) => {
    expect(read(sentence, 'fr').subfamilies.map((index) => SUBFAMILIES[index]?.names.fr)).toEqual(names);
  });

  it('need a failure near their words', () => {
    expect(subfamiliesOf('I save my drafts here')).toEqual([]);
  });
});

describe('the circumstances of a sentence', () => {
  it.each([
    ['It crashes since the last update', ['update']],
    ['After updating it is slow', ['update']],
    ['It does not open on my Android phone', ['android']],
    ['It fails on my old iPad', ['ipad']],
    ['No sound on the TV', ['tv']],
    ['It stutters over wifi', ['wifi']],
    ['It is slow since the update on my Pixel', ['update', 'pixel']],
    ['It is slow', []],
  ])('are read from "%s"', (sentence, circumstances) => {
    expect(circumstancesOf(sentence)).toEqual(circumstances);
  });

  it.each([
    ['Depuis la mise à jour, tout plante', ['update']],
    ['Ne marche pas sur ma tablette', ['tablet']],
    ['Impossible avec mon nouveau téléphone', ['phone']],
    ['Trop lent', []],
  ])('are read from "%s" in French', (sentence, circumstances) => {
    expect(circumstancesOf(sentence, 'fr')).toEqual(circumstances);
  });
});

describe('the families', () => {
  it('have names without an article or a preposition at an end, in both languages', () => {
    const ends =
      /^(?:the|an?|of|in|on|with|le|la|les|un|une|des?|du)\s|\s(?:the|an?|of|in|on|with|le|la|les|un|une|des?|du)$/i;
    const names = [...FAMILIES, ...SUBFAMILIES].flatMap(({ names: { en, fr } }) => [en ?? '', fr ?? '']);
    expect(names.filter((name) => ends.test(name))).toEqual([]);
  });

  it('have names that differ from those of their parts', () => {
    const names = [...FAMILIES, ...SUBFAMILIES].map(({ names: { en } }) => en);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have names that differ', () => {
    for (const language of ['en', 'fr'] as const)
      expect(new Set(FAMILIES.map(({ names }) => names[language])).size).toBe(FAMILIES.length);
  });
});
