import type { ComponentChildren, VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';
import { Icon } from '#platform/pages/icon.page.js';
import { type IconName, ICONS } from '#platform/pages/icons.js';
import { BarList, Columns } from '../charts/bars.page.js';
import { HeatMap } from '../charts/heat-map.page.js';
import { Quadrant } from '../charts/quadrant.page.js';
import { Direction, Impact } from '../charts/small-marks.page.js';
import { Sparkline } from '../charts/sparkline.page.js';
import { StackedMonths } from '../charts/stacked-months.page.js';
import { Trend } from '../charts/trend.page.js';
import { Avatar, Logo } from '../parts/avatar.page.js';
import { Meter } from '../parts/meter.page.js';
import { Badge, Fault, Figures, Notice } from '../parts/parts.page.js';
import * as samples from './design.samples.js';

/** Every part of the pages in every state, on invented figures: what is changed in the stylesheet is looked at here. */
export function DesignPage(): VNode {
  return (
    <Document title="Design" isStill>
      <main id="main" class="design">
        <h1>Design</h1>
        <p class="quiet">Every part in every state. The figures are invented.</p>
        <Type />
        <Colors />
        <Controls />
        <Marks />
        <Charts />
      </main>
    </Document>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Type(): VNode {
  return (
    <Part title="Type">
      <p class="verdict">
        28: <em class="worse">“Tickets lose their attachments”</em> has grown since September, while{' '}
        <em class="better">“Single sign-on”</em> has fallen.
      </p>
      <h2>20: a section</h2>
      <p class="lead">16: prose and quotes of people</p>
      <p>
        14: tables, rows, controls. <b>Strong</b>, <span class="quiet">quiet</span>, <a href="#main">a link</a>,{' '}
        <kbd>k</kbd>
      </p>
      <p class="small">12: labels, axes, facts</p>
      <blockquote>
        <p>
          After the update, <mark>half of the screenshots are gone</mark>.
        </p>
        <footer>PeerDesk, Nov 17, 2026</footer>
      </blockquote>
    </Part>
  );
}

function Colors(): VNode {
  return (
    <Part title="Color">
      <p class="legend">
        {samples.TONES.map(([tone, meaning]) => (
          <span key={tone}>
            <svg width="24" height="24" aria-hidden="true">
              <rect class={tone} width="24" height="24" rx="4" />
            </svg>
            {`${tone}: ${meaning}`}
          </span>
        ))}
      </p>
    </Part>
  );
}

function Controls(): VNode {
  return (
    <Part title="Controls">
      <p class="actions">
        <button type="button">Usual</button>
        <button type="button" class="primary">
          Read 41 new reviews <span class="price">1 credit</span>
        </button>
        <button type="button" class="danger">
          Delete
        </button>
        <button type="button" class="plain">
          Plain
        </button>
        <button type="button" disabled>
          Disabled
        </button>
        <button type="button" class="s">
          Small
        </button>
      </p>
      <p class="seg">
        <button type="button" aria-pressed="true">
          New
        </button>
        <button type="button" aria-pressed="false">
          Contacted
        </button>
      </p>
      <div class="field">
        <label for="design-field">A field</label>
        <input id="design-field" value="kept" aria-invalid="true" aria-describedby="design-fault design-hint" />
        <span class="field-fault" id="design-fault">
          What is wrong with it.
        </span>
        <span class="hint" id="design-hint">
          What belongs into it.
        </span>
      </div>
      <Notice>Something was done.</Notice>
      <Fault>Something was refused.</Fault>
      <p class="warning">Something to know before.</p>
    </Part>
  );
}

function Marks(): VNode {
  return (
    <Part title="Marks">
      <p class="chips">
        <Badge>plain</Badge>
        <Badge tone="good">works</Badge>
        <Badge tone="wait">slow</Badge>
        <Badge tone="bad">stopped</Badge>
        <span class="chip good">Looking</span>
        <span class="chip up">Leaving</span>
        <span class="chip warn">Price</span>
        <span class="chip">Casebird</span>
      </p>
      <p class="chips">
        <Avatar name="Jo Osei" /> <Avatar name={null} /> <Avatar name="Ada Brandt" size="l" /> <Logo name="Casebird" />
        <Logo name="Deskhand" isLarge />
      </p>
      <p class="chips">
        <Impact level="low" /> <Impact level="medium" /> <Impact level="high" /> <Direction isUp />{' '}
        <Direction isUp={false} />
      </p>
      <Meter share={0.8} label="80% left" />
      <p class="chips">
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <span key={name} class="chip">
            <Icon name={name} /> {name}
          </span>
        ))}
      </p>
    </Part>
  );
}

function Charts(): VNode {
  return (
    <>
      <Part title="Figures">
        <Figures figures={samples.FIGURES} />
      </Part>
      <Part title="Stacked months">
        <StackedMonths title="Problems named per 100 texts" unit="by kind" {...samples.STACK} />
      </Part>
      <Part title="Trend">
        <Trend title="Share of the texts of each month" {...samples.TREND} />
      </Part>
      <Part title="Sparklines: level, rise, fall, with a gap">
        <p class="chips">
          <Sparkline values={samples.LINE} max={20} />
          <Sparkline values={samples.LINE} max={20} tone="rise" changedAt={8} />
          <Sparkline values={[...samples.LINE].reverse()} max={20} tone="fall" changedAt={4} />
          <Sparkline values={samples.LINE.map((value, at) => (at === 3 ? null : value))} max={20} />
        </p>
      </Part>
      <Part title="Bars and columns">
        <BarList bars={samples.BARS} />
        <Columns title="Credits a day" unit="Credits" bars={samples.DAYS} />
      </Part>
      <Part title="Quadrant">
        <Quadrant title="How often by how costly" {...samples.QUADRANT} />
      </Part>
      <Part title="Heat map">
        <HeatMap caption="Mentions per 100 texts" subject="Complaints about" {...samples.HEAT} />
      </Part>
    </>
  );
}
