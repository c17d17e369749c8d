import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import type { JobPayload } from '#platform/queues/job-definition.js';
import { withJobLog } from '#platform/queues/job.log.js';
import { WAITING } from '#platform/queues/waiting.js';
import { MAILS_QUEUE } from './mail.jobs.js';
import { MailSender } from './mail.sender.js';

/** Sends a mail when its job arrives. */
@Processor(MAILS_QUEUE, { ...WAITING, concurrency: 5 })
export class MailProcessor extends WorkerHost {
  constructor(private readonly sender: MailSender) {
    super();
  }

  override process(job: Job<JobPayload>): Promise<string> {
    return withJobLog(job, () => this.sender.send(job.data.id));
  }
}
