import { Counter, type Registry } from 'prom-client';

/** Counts the outcomes of one kind of work in this process. `label` is the name of the label that says which work. */
export abstract class OutcomeCounter<Outcome extends string = string> {
  private readonly counter: Counter;

  protected constructor(
    registry: Registry,
    private readonly label: string,
    metric: { name: string; help: string },
  ) {
    this.counter = new Counter({ ...metric, labelNames: [label, 'outcome'], registers: [registry] });
  }

  count(work: string, outcome: Outcome): void {
    this.counter.inc({ [this.label]: work, outcome });
  }
}
