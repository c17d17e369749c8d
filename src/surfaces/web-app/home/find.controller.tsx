import { Controller, Query } from '@nestjs/common';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { type Answer, page } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Page } from '../kernel/page.decorators.js';
import { FindPage } from './find.page.js';

const SHOWN = 6;

/** The command palette for browsers without a script. */
@Controller()
export class FindController {
  constructor(
    private readonly input: FormInput,
    private readonly products: ProductsService,
  ) {}

  @Page('/app/find', { own: 'it lists places of the app and public products' })
  async find(@Query('q') sent: unknown): Promise<Answer> {
    const text = typeof sent === 'string' ? sent.trim() : '';
    const { query } = this.input.validate(searchProducts, {
      query: { page_size: SHOWN, ...(text && { query: text }) },
    });
    const { items } = await this.products.search(query);
    return page('Find or do', <FindPage text={text} products={items} />);
  }
}
