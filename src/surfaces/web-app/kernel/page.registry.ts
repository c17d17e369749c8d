import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, ExternalContextCreator, MetadataScanner, Reflector } from '@nestjs/core';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
import type { Request, Response } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import type { Answer } from './answers.js';
import { PAGE_ROUTE, type PageRequest, type PageRoute } from './page.route.js';

type Show = (request: PageRequest, response: Response) => Promise<Answer>;

const parameters = new RouteParamsFactory();

/** Finds the page of a form. The boot stops if a form names a page that does not exist. */
@Injectable()
export class PageRegistry implements OnModuleInit {
  private readonly pages = new Map<string, { route: PageRoute; show: Show }>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly contexts: ExternalContextCreator,
  ) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ instance }) => instance as object);
    const found = controllers.flatMap((controller) =>
      routesOf(controller.constructor as Type).map((each) => ({ ...each, controller })),
    );
    for (const { route, name, controller } of found) {
      if (!route.form) this.pages.set(route.path, { route, show: this.shown(controller, name) });
    }
    const missing = found.find(({ route: { form } }) => form && !this.pages.has(form.page));
    if (missing) throw new Error(`The form ${missing.route.path} is on no page: ${missing.route.form?.page}`);
  }

  /** The answer of a page to a request whose guards have passed. */
  show(path: string, request: PageRequest, response: Response): Promise<Answer> {
    const page = this.pages.get(path);
    if (!page) throw notFound();
    request.section = page.route.section;
    return page.show(request, response);
  }

  /** The method of a page with its parameters and pipes, without guards, interceptors and filters. */
  private shown(controller: object, name: string): Show {
    const handler = (controller as Record<string, () => unknown>)[name] as () => unknown;
    const exchangeKeyForValue = (type: number, data: string, [req, res]: [Request, Response]): unknown =>
      parameters.exchangeKeyForValue(type, data, { req, res, next: undefined as never });
    const options = { guards: false, interceptors: false, filters: false };
    return this.contexts.create(
      controller,
      handler,
      name,
      ROUTE_ARGS_METADATA,
      { exchangeKeyForValue },
      undefined,
      undefined,
      options,
    ) as Show;
  }
}

const scanner = new MetadataScanner();
const reflector = new Reflector();

/** The pages and forms that a controller declares. */
export function routesOf(controller: Type): { route: PageRoute; name: string }[] {
  const prototype = controller.prototype as Record<string, () => unknown>;
  return scanner.getAllMethodNames(prototype).flatMap((name) => {
    const route = reflector.get<PageRoute | undefined>(PAGE_ROUTE, prototype[name] as () => unknown);
    return route ? [{ route, name }] : [];
  });
}

/** The address of a page with the ids and names of a request. @throws 404 for a malformed id */
export function addressIn(page: string, ids: Record<string, string | string[]>): string {
  return page.replaceAll(/:(\w+)/g, (_, name: string) => {
    const sent = String(ids[name]);
    if (!/^id$|_id$/i.test(name)) return encodeURIComponent(sent);
    if (!UUID_PATTERN.test(sent)) throw notFound();
    return sent.toLowerCase();
  });
}
