import { Controller, Get, Param, Redirect, type Type, UseFilters } from '@nestjs/common';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { addressIn, routesOf } from './page.registry.js';

/** A controller that leads from the addresses of forms, where no page is, to the pages of the forms. */
export function formAddressesOf(controllers: readonly Type[]): Type {
  @Controller()
  @OpenRoute('the addresses of forms only lead to pages')
  @UseFilters(PageFailureFilter)
  class FormAddressesController {}
  const routes = controllers.flatMap(routesOf).map(({ route }) => route);
  const pages = new Set(routes.flatMap(({ form, path }) => (form ? [] : [path])));
  for (const { path, form } of routes) {
    if (!form || pages.has(path)) continue;
    const lead = (ids: Record<string, string>): { url: string } => ({ url: addressIn(form.page, ids) });
    const descriptor = { value: lead };
    Object.defineProperty(FormAddressesController.prototype, path, descriptor);
    for (const decorate of [Get(path), Redirect()]) decorate(FormAddressesController.prototype, path, descriptor);
    Param()(FormAddressesController.prototype, path, 0);
  }
  return FormAddressesController;
}
