import { Controller, Param } from '@nestjs/common';
import { AccountMailThrottle } from '#access/sign-in/account-mail.throttle.js';
import { PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { type Answer, plainPage } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Page } from '../kernel/page.decorators.js';
import type { Exchange, Texts } from '../kernel/page.route.js';
import { ConfirmErasurePage, ErasureRequestedPage, PrivacyPage } from './privacy.page.js';

const PRIVACY = '/privacy';
const LINK = '/privacy/:secret';
const open = 'people whose data is stored may have no account';

/** The pages for people whose reviews, posts or contact data are stored. */
@Controller()
export class PrivacyController {
  constructor(
    private readonly throttle: AccountMailThrottle,
    private readonly requests: PrivacyRequests,
  ) {}

  @Page(PRIVACY, { open })
  ask(): Answer {
    return plainPage(<PrivacyPage isSent={false} />);
  }

  @Form(PRIVACY, { open, page: PRIVACY })
  async request(@Fields('email') { email }: Texts<'email'>, @Exchanged() { request }: Exchange): Promise<Answer> {
    await this.throttle.demandRequest(request);
    this.requests.demandAddress(email);
    if (await this.throttle.allows(email)) await this.requests.request(email);
    return plainPage(<PrivacyPage isSent />);
  }

  @Page(LINK, { open })
  async link(@Param('secret') secret: string): Promise<Answer> {
    const email = await this.requests.find(secret);
    return plainPage(<ConfirmErasurePage email={email} path={`${PRIVACY}/${secret}`} />);
  }

  @Form(LINK, { open, page: LINK })
  async confirm(@Param('secret') secret: string): Promise<Answer> {
    await this.requests.confirm(secret);
    return plainPage(<ErasureRequestedPage />);
  }
}
