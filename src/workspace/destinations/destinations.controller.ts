import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Page, PreparedWrite } from '#platform/operations/operation.result.js';
import { DestinationDeliveries } from './destination-deliveries.service.js';
import {
  createDestination,
  deleteDestination,
  type DeletedDestination,
  type DestinationDeliveryView,
  type DestinationView,
  getDestination,
  listDestinationDeliveries,
  listDestinations,
  retryDestinationDelivery,
  testDestination,
  updateDestination,
} from './destinations.operations.js';
import { handOverOpportunity, type HandOverView, listHandOvers } from './hand-overs.operations.js';
import { HandOvers } from './hand-overs.service.js';
import { Destinations } from './destinations.service.js';

@Controller('api/v1')
export class DestinationsController {
  constructor(
    private readonly destinations: Destinations,
    private readonly deliveries: DestinationDeliveries,
    private readonly handOvers: HandOvers,
  ) {}

  @Post('destinations')
  @Serves(createDestination)
  create(@Call() { caller, input }: CallOf<typeof createDestination>): Promise<PreparedWrite<DestinationView>> {
    return this.destinations.prepare(caller.team.id, input.body);
  }

  @Get('destinations')
  @Serves(listDestinations)
  list(@Call() { caller, input }: CallOf<typeof listDestinations>): Promise<Page<DestinationView>> {
    return this.destinations.list(caller.team.id, input.query);
  }

  @Get('destinations/:id')
  @Serves(getDestination)
  get(@Call() { caller, input }: CallOf<typeof getDestination>): Promise<DestinationView> {
    return this.destinations.get(caller.team.id, input.path.id);
  }

  @Patch('destinations/:id')
  @Serves(updateDestination)
  update(@Call() { caller, input }: CallOf<typeof updateDestination>): Promise<DestinationView> {
    return this.destinations.update(caller.team.id, input.path.id, input.body);
  }

  @Delete('destinations/:id')
  @Serves(deleteDestination)
  delete(@Call() { caller, input }: CallOf<typeof deleteDestination>): Promise<DeletedDestination> {
    return this.destinations.delete(caller.team.id, input.path.id);
  }

  @Post('destinations/:id/test')
  @Serves(testDestination)
  test(@Call() { caller, input }: CallOf<typeof testDestination>): Promise<DestinationDeliveryView> {
    return this.deliveries.test(caller.team.id, input.path.id);
  }

  @Get('destinations/:id/deliveries')
  @Serves(listDestinationDeliveries)
  listDeliveries(
    @Call() { caller, input }: CallOf<typeof listDestinationDeliveries>,
  ): Promise<CursorPage<DestinationDeliveryView>> {
    return this.deliveries.list(caller.team.id, input.path.id, input.query);
  }

  @Post('destination-deliveries/:id/retry')
  @Serves(retryDestinationDelivery)
  retry(@Call() { caller, input }: CallOf<typeof retryDestinationDelivery>): Promise<DestinationDeliveryView> {
    return this.deliveries.retry(caller.team.id, input.path.id);
  }

  @Post('opportunities/:id/hand-over')
  @Serves(handOverOpportunity)
  handOver(@Call() { caller, input }: CallOf<typeof handOverOpportunity>): Promise<HandOverView> {
    return this.handOvers.handOver(caller, input.path.id, input.body.destination_id);
  }

  @Get('opportunities/:id/hand-overs')
  @Serves(listHandOvers)
  listHandOvers(@Call() { caller, input }: CallOf<typeof listHandOvers>): Promise<HandOverView[]> {
    return this.handOvers.list(caller, input.path.id);
  }
}
