import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { LanesModule } from '#access/lanes/lanes.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { openCors } from '#platform/http/cors/open-cors.middleware.js';
import { ResearchModule } from '#workspace/research/research.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { McpController } from './mcp.controller.js';
import { McpEndpoint } from './mcp.endpoint.js';
import { McpOriginsMiddleware } from './mcp.origins.middleware.js';
import { McpServers } from './mcp.server.js';
import { PurchaseDescriptions } from './purchase.descriptions.js';
import { SpendingQuestions } from './spending-questions.service.js';
import { ToolMetrics } from './tool.metrics.js';
import { ToolRunner } from './tool.runner.js';

/** The MCP server. Its tools call services of the features, which the API process imports. */
@Module({
  imports: [LanesModule, CreditsModule, ReportReadingModule, OpportunitiesModule, ResearchModule],
  controllers: [McpController],
  providers: [McpEndpoint, McpServers, ToolRunner, ToolMetrics, PurchaseDescriptions, SpendingQuestions],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(McpOriginsMiddleware, openCors).forRoutes('mcp', 'mcp/auth');
  }
}
