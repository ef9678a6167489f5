import path from 'node:path';
import { parseCampaign } from '../../core/campaign/parse-campaign.ts';
import { branchOf, type CampaignPlan, checkBranch, planCampaign } from '../../core/campaign/plan-campaign.ts';
import { type Target, targetsOf } from '../../core/campaign/targets.ts';
import { parsePlan } from '../../core/plan/parse-plan.ts';
import { parseWorkOrder } from '../../core/workorder/parse-work-order.ts';
import type { Campaign, CampaignTemplate } from '../../generated/contracts.ts';
import { findTargets } from '../../node/campaign/find-targets.ts';
import { createProcesses } from '../../node/processes.ts';
import { sha256 } from '../../node/system.ts';
import { type Io, requireOk, UsageError } from '../io.ts';
import { readNamedText } from '../named-file.ts';
import type { CommandLine } from '../options.ts';

export interface ReadCampaign {
  readonly campaign: Campaign;
  /** With the work order or plan that it names in it. */
  readonly template: CampaignTemplate;
  readonly targets: readonly Target[];
  readonly plan: CampaignPlan;
}

/** Reads a campaign and looks for its targets; nothing is cloned. What is wrong is wrong usage. */
export async function readCampaign(file: string, line: CommandLine, io: Io): Promise<ReadCampaign> {
  const parsed = parseCampaign(await readNamedText(file, io));
  if (!parsed.ok) throw new UsageError(`${file}: ${parsed.error}`);
  const campaign = parsed.value;
  const beside = path.dirname(path.resolve(io.cwd, file));
  const template = await withFiles(campaign.template, beside);
  requireOk(checkBranch(branchOf(campaign, undefined)));
  const found = requireOk(await findTargets(campaign, beside, createProcesses(), line.signal));
  const targets = requireOk(targetsOf(campaign, found, sha256));
  const plan = requireOk(planCampaign({ ...campaign, template }, targets));
  return { campaign, template, targets, plan };
}

/** The order or plan itself instead of its path: workers elsewhere have no such file. */
async function withFiles(template: CampaignTemplate, beside: string): Promise<CampaignTemplate> {
  const { work_order: order, plan } = template;
  if (typeof order === 'string') return { work_order: await readJson(order, beside) };
  if (typeof plan !== 'string') return template;
  const read = requireOk(parsePlan(await readText(plan, beside)));
  const named = read.phases.flatMap(({ steps }) => steps).find(step => typeof step === 'string');
  if (named !== undefined)
    throw new UsageError(
      `${plan}: the step ${String(named)} is a path; write its order inline, targets do not have that file`,
    );
  return { plan: read };
}

/** A path is meant from the folder of the campaign. */
const readText = (name: string, beside: string) => readNamedText(name, { cwd: beside });

async function readJson(
  name: string,
  beside: string,
): Promise<NonNullable<Exclude<CampaignTemplate['work_order'], string>>> {
  const order = parseWorkOrder(await readText(name, beside));
  if (!order.ok) throw new UsageError(`${name}: ${order.error}`);
  return order.value;
}
