/** All integrations, in the order of the documentation. */
import type { Integration } from "../integration.ts";
import { alertmanager } from "./alertmanager.ts";
import { bitbucket } from "./bitbucket.ts";
import { buildkite } from "./buildkite.ts";
import { circleci } from "./circleci.ts";
import { cloudEvents } from "./cloudevents.ts";
import { datadog } from "./datadog.ts";
import { discord } from "./discord.ts";
import { dockerHub } from "./dockerhub.ts";
import { gitea } from "./gitea.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { grafana } from "./grafana.ts";
import { homeAssistant } from "./home-assistant.ts";
import { ifttt } from "./ifttt.ts";
import { jenkins } from "./jenkins.ts";
import { jira } from "./jira.ts";
import { json } from "./json.ts";
import { linear } from "./linear.ts";
import { mattermost } from "./mattermost.ts";
import { n8n } from "./n8n.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { sentry } from "./sentry.ts";
import { slackIncoming } from "./slack-incoming.ts";
import { statuspage } from "./statuspage.ts";
import { stripe } from "./stripe.ts";
import { trello } from "./trello.ts";
import { uptimeKuma } from "./uptime-kuma.ts";
import { uptimeRobot } from "./uptimerobot.ts";
import { zapier } from "./zapier.ts";
import { zendesk } from "./zendesk.ts";

export const integrations: readonly Integration[] = [
  ...[json, slackIncoming, mattermost, discord, cloudEvents],
  ...[github, gitlab, gitea, bitbucket, jenkins, circleci, buildkite, dockerHub],
  ...[jira, linear, trello],
  ...[sentry, grafana, alertmanager, pagerduty, opsgenie, datadog, uptimeKuma, uptimeRobot, statuspage],
  ...[stripe, zendesk],
  ...[zapier, ifttt, n8n, homeAssistant],
];
