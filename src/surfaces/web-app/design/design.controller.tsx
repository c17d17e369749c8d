import { Controller } from '@nestjs/common';
import { type Answer, plainPage } from '../kernel/answers.js';
import { Page } from '../kernel/page.decorators.js';
import { DesignPage } from './design.page.js';

/** The parts of all pages, for engineers who change their look. */
@Controller()
export class DesignController {
  @Page('/app/design', { own: 'it shows the parts of pages on invented figures' })
  show(): Answer {
    return plainPage(<DesignPage />);
  }
}
