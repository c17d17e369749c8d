import type { VNode } from 'preact';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import { inList } from '#platform/text/listed.text.js';
import type {
  BattleCardDeparture,
  BattleCardPain,
  ProductBattleCard,
} from '#workspace/battle-cards/battle-cards.operations.js';
import { strengthIn } from '#workspace/battle-cards/battle.card.js';
import { Direction, RowBar } from '../charts/small-marks.page.js';
import { Sparkline } from '../charts/sparkline.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { CopyButton, Time } from '../parts/parts.page.js';
import { changeOf, percentOf } from './change.words.js';
import { Verdict } from './cover.page.js';
import { bucketAt, pointsOf, sharesOf } from './cover.view.js';
import { intervalOf, QuoteSource } from './theme-parts.page.js';

interface BattleCardProps {
  card: ProductBattleCard;
  /** The themes of the report, whose months and changes the card shows. */
  themes: readonly ReportTheme[];
  cover: ReportCover;
  /** The products of the sender profile, as it names them. */
  ownProduct: string | null;
}

/** One page for a talk with customers of a product. Every line is from its reviews or from the sender profile. */
export function BattleCardPage({ card, themes, cover, ownProduct }: BattleCardProps): VNode {
  const { product, generated_at, texts_read, pains, why_people_leave } = card;
  if (!generated_at) {
    return (
      <>
        <h1>{`Battle card: ${product.name}`}</h1>
        <p class="notice">
          The card is made from the report of the product, and there is none yet.{' '}
          <a href={`/products/${product.id}`}>{`Open ${product.name}`}</a>
        </p>
      </>
    );
  }
  const shown = pains.map((pain) => ({ pain, theme: themes.find(({ theme_id }) => theme_id === pain.theme_id) }));
  const max = Math.max(1, ...shown.flatMap(({ theme }) => sharesOf(theme)));
  return (
    <article class="battle-card">
      <p class="crumbs screen-only">
        <a href={`/products/${product.id}`}>{`Report on ${product.name}`}</a>
      </p>
      <header class="bar">
        <div>
          <p class="small quiet">{ownProduct ? `Battle card for ${ownProduct}` : 'Battle card'}</p>
          <h1 dir="auto">
            {`${why_people_leave.length > 0 ? 'Why people leave' : 'What people dislike about'} ${product.name}`}
          </h1>
        </div>
        <span class="small quiet">
          <Time at={generated_at} />
        </span>
      </header>
      <Actions hasProduct={ownProduct !== null} />
      <div class="card-top">
        <Verdict cover={cover} />
        <Departures departures={card.why_people_leave} />
      </div>
      {pains.length === 0 && <p class="quiet">No problem recurs in the reviews.</p>}
      {shown.map(({ pain, theme }) => (
        <Pain key={pain.theme_id} pain={pain} theme={theme} max={max} />
      ))}
      <Fairness card={card} />
      <p class="small quiet">
        {`From ${texts_read.toLocaleString('en')} texts read. Shares with 95% intervals. Quotes are word for word.`}
      </p>
      <details class="screen-only">
        <summary>The card as Markdown</summary>
        <pre id="card-markdown" tabIndex={0} aria-label="The card as Markdown">
          {card.markdown}
        </pre>
      </details>
    </article>
  );
}

function Actions({ hasProduct }: { hasProduct: boolean }): VNode {
  return (
    <div class="row screen-only">
      <button type="button" data-print="" hidden>
        Print
      </button>
      <CopyButton source="card-markdown">Copy as Markdown</CopyButton>
      {!hasProduct && (
        <span class="hint">
          The lines “Say” come from your <a href="/app/settings/sender">sender profile</a>, which has no product yet.
        </span>
      )}
    </div>
  );
}

function Departures({ departures }: { departures: readonly BattleCardDeparture[] }): VNode | null {
  if (departures.length === 0) return null;
  const most = Math.max(...departures.map(({ reviews }) => reviews));
  return (
    <table>
      <caption class="small quiet">Where reviewers went</caption>
      <tbody>
        {departures.map(({ name, reviews }, at) => (
          <tr key={name}>
            <th scope="row" dir="auto">
              {name}
            </th>
            <td>
              <RowBar value={reviews} most={most} tone={at === 0 ? 'g1' : 'g2'} />
            </td>
            <td class="number">{reviews.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PainProps {
  pain: BattleCardPain;
  theme: ReportTheme | undefined;
  /** The top of the scale that all lines share. */
  max: number;
}

function Pain({ pain: { name, share, quote, ask, say }, theme, max }: PainProps): VNode {
  const points = theme ? pointsOf(theme, 12) : [];
  const { text, tone } = changeOf(theme?.change ?? null);
  return (
    <section class="card-pain">
      <div>
        <p class="figure">
          <b>{percentOf(share)}</b>
        </p>
        {theme && <p class="small quiet">{`${intervalOf(theme)} of texts`}</p>}
        <Sparkline
          values={points.map((point) => point.share)}
          max={max}
          tone={tone}
          changedAt={theme?.change ? bucketAt(points, theme.change.month) : undefined}
        />
      </div>
      <div>
        <h2>
          <span dir="auto">{name}</span>{' '}
          {tone !== 'level' && (
            <span class="small quiet">
              <Direction isUp={tone === 'rise'} /> {text}
            </span>
          )}
        </h2>
        {quote && (
          <p>
            <q dir="auto" lang={foreignLanguageOf(quote.quote_text)}>
              {quote.quote_text}
            </q>{' '}
            <span class="small quiet">
              <QuoteSource quote={quote} />
            </span>
          </p>
        )}
        <dl>
          <dt>Ask</dt>
          <dd>
            <b>{ask}</b>
          </dd>
          <dt>Say</dt>
          <dd>{say ? <b>{say}</b> : <span class="to-fill-in">&nbsp;</span>}</dd>
        </dl>
      </div>
    </section>
  );
}

function Fairness({ card: { product, strengths, be_fair } }: { card: ProductBattleCard }): VNode | null {
  if (strengths.length + be_fair.length === 0) return null;
  return (
    <aside class="card">
      {strengths.length > 0 && (
        <>
          <h2>Where you are better</h2>
          <ul>
            {strengths.map((strength) => (
              <li key={strength.category}>{strengthIn(strength)}</li>
            ))}
          </ul>
        </>
      )}
      {be_fair.length > 0 && (
        <>
          <h2>{`Be fair: where ${product.name} is better`}</h2>
          <p>{`Its reviewers name ${inList(be_fair)} less often than those of its competitors. Do not attack it there.`}</p>
        </>
      )}
    </aside>
  );
}
