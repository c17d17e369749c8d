import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoveryService } from '@nestjs/core';
import { rightOf } from '#access/policy/rights.js';
import { PAGES } from '../web-app.module.js';
import { formAddressesOf } from './form-addresses.js';
import { Form, Page } from './page.decorators.js';
import { PageRegistry, routesOf } from './page.registry.js';
import type { Access, PageRoute } from './page.route.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');

/** Their forms are also for one's own membership and connections, in every role: the table is about those of others. */
const ALSO_OWN = ['/app/settings/team/:id/remove', '/app/settings/connections/:id/disconnect'];

const FORMS = PAGES.flatMap(routesOf).flatMap(({ route }) => (route.form ? [route] : []));

function rightIn({ access, path }: PageRoute): string {
  if (ALSO_OWN.includes(path)) return 'people';
  if ('operation' in access) return rightOf(access.operation);
  return 'own' in access ? 'own' : 'anyone';
}

describe('the forms of the app', () => {
  it('have the rights and the proofs of the table in docs/security.md', () => {
    const [, ...lines] = DOCUMENT.slice(DOCUMENT.indexOf('| form |')).split('\n');
    const rows = lines.slice(
      1,
      lines.findIndex((line) => !line.startsWith('|')),
    );
    const documented = rows.map((row) => row.replaceAll(/[`|]/g, ' ').trim().split(/\s+/).join(' '));
    const declared = FORMS.map((route) =>
      [route.path, rightIn(route), ...(route.form?.needsProof ? ['x'] : [])].join(' '),
    );
    expect(declared.sort()).toEqual(documented.sort());
  });

  it('have a page at their address, or lead from it to their page', () => {
    const addresses = [...PAGES, formAddressesOf(PAGES)].flatMap((controller) => [
      ...routesOf(controller).flatMap(({ route }) => (route.form ? [] : [route.path])),
      ...Object.getOwnPropertyNames(controller.prototype),
    ]);
    expect(FORMS.filter(({ path }) => !addresses.includes(path))).toEqual([]);
  });
});

describe('a page without an operation', () => {
  it.each<Access>([{ open: '' }, { own: '' }, { operation: undefined as never }])(
    'and without a reason does not load: %j',
    (access) => {
      expect(() => Page('/moods', access)).toThrow('/moods has neither an operation nor a reason to be open.');
    },
  );
});

describe('a form on a page that does not exist', () => {
  it('stops the boot', () => {
    class Forms {
      @Form('/moods', { open: 'everyone has moods', page: '/weather' })
      send(): void {}
    }
    const controllers = [{ instance: new Forms() }] as ReturnType<DiscoveryService['getControllers']>;
    const registry = new PageRegistry({ getControllers: () => controllers } as DiscoveryService, null as never);
    expect(() => registry.onModuleInit()).toThrow('The form /moods is on no page: /weather');
  });
});
