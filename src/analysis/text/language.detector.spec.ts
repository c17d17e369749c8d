import { detectLanguage } from './language.detector.js';
import { tokenizeWords } from './word.tokenizer.js';

describe('the language of a text', () => {
  it.each([
    ['Works as promised', 'en'],
    ['Buggy as hell', 'en'],
    ["Arnaque, ils m'ont débité deux fois", 'fr'],
    ['Pas de partage de suivi', 'fr'],
    ['De pire en pire', 'fr'],
    ['La aplicación se cierra sola', 'es'],
    ['Se cierra cada vez que la abro', 'es'],
    ['Perdí todos mis datos', 'es'],
    ['Zu viel Werbung', 'de'],
    ['Keine Antwort vom Support', 'de'],
    ["L'app si blocca sempre e non si apre più", 'it'],
    ['Começou a ser pago, não uso mais', 'pt'],
    ['Это приложение не работает', 'other'],
    ['Junk OS from a .com', 'en'],
    ['Xiaomi Mi 10', 'und'],
    ['!!!', 'und'],
  ])('%s is read as %s', (text, language) => {
    expect(detectLanguage(text, tokenizeWords(text))).toBe(language);
  });
});
