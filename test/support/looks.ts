import type { Locator, Page } from 'playwright-core';
import { faultsInLooks } from './chromium.js';

/** A part of a page that people must see and reach, or a text that they must be able to read. */
export type Shown = Locator | RegExp;

/**
 * The parts of `wanted` that people cannot see, read or reach on a screen or on a phone, one of them dark, and any part of the page
 * beyond the window.
 */
export async function unseenInLooks(page: Page, ...wanted: Shown[]): Promise<string[]> {
  // A click ends when the next page begins, which may have no body yet.
  await page.waitForLoadState('domcontentloaded');
  const patterns = wanted.filter((each) => each instanceof RegExp).map(({ source, flags }) => ({ source, flags }));
  const locators = wanted.filter((each): each is Locator => !(each instanceof RegExp));
  const parts = await Promise.all(locators.map((each) => each.elementHandle()));
  return faultsInLooks(page, () => page.evaluate(unseen, { patterns, parts: parts.filter((part) => part !== null) }));
}

/** Clicks a control, which people can see, read and reach on a screen and on a phone, one of them dark, as they can the texts beside it. */
export async function press(control: Locator, ...beside: Shown[]): Promise<void> {
  await sees(control.page(), control, ...beside);
  await control.click();
}

/** Fails if people cannot see, read and reach all of `wanted` on a screen and on a phone, one of them dark. */
export async function sees(page: Page, ...wanted: Shown[]): Promise<void> {
  const faults = await unseenInLooks(page, ...wanted);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

interface Wanted {
  patterns: { source: string; flags: string }[];
  parts: (HTMLElement | SVGElement)[];
}

/** Runs in the page, so it must be self-contained. */
function unseen({ patterns, parts }: Wanted): string[] {
  const faults: string[] = [];
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element): number[] => {
    let above: Element | null = element;
    const layers: number[][] = [];
    for (; above; above = above.parentElement) layers.unshift(channels(getComputedStyle(above).backgroundColor));
    return layers.reduce(
      (under, [red = 0, green = 0, blue = 0, alpha = 1]) =>
        [red, green, blue].map((value, index) => value * alpha + (under[index] ?? 0) * (1 - alpha)),
      [255, 255, 255],
    );
  };
  const checkContrast = (element: Element): void => {
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const ink = channels(element instanceof SVGElement ? fill : color).slice(0, 3);
    const [dark = 0, light = 0] = [luminance(ink), luminance(backgroundOf(element))].sort((a, b) => a - b);
    const contrast = (light + 0.05) / (dark + 0.05);
    const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    if (contrast < (isLarge ? 3 : 4.5)) faults.push(`${nameOf(element)}: contrast ${contrast.toFixed(1)}`);
  };
  const nameOf = (element: Element): string => element.outerHTML.replace(/\s+/g, ' ').slice(0, 90);
  const checkTexts = (element: Element): void => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const owners = new Set<Element>(element.matches('input, select, textarea') ? [element] : []);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      if (owner && text.nodeValue?.trim() && !owner.closest('select, .unseen') && isShown(owner)) owners.add(owner);
    }
    owners.forEach(checkContrast);
  };
  const checkPlace = (element: Element): void => {
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const [box] = element.getClientRects();
    if (!box || box.left < -1 || box.right > innerWidth + 1)
      return void faults.push(`${nameOf(element)}: outside of the window`);
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const around = element.closest('label') ?? element;
    if (!around.contains(over)) faults.push(`${nameOf(element)}: behind ${over ? nameOf(over) : 'the window'}`);
  };
  for (const { source, flags } of patterns) {
    const pattern = new RegExp(source, flags);
    const says = (element: Element): boolean =>
      isShown(element) && pattern.test(element instanceof HTMLElement ? element.innerText : '');
    let found: Element | undefined = says(document.body) ? document.body : undefined;
    if (!found) faults.push(`does not say ${pattern}`);
    for (let inner = found; inner; inner = [...inner.children].find(says)) found = inner;
    if (found) checkTexts(found);
  }
  for (const part of parts) {
    if (!isShown(part)) faults.push(`${nameOf(part)}: not shown`);
    else {
      checkPlace(part);
      checkTexts(part);
    }
  }
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) faults.push(`${overflow} px too wide`);
  return faults;
}
