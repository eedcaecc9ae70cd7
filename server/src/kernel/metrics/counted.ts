/**
 * What a server counts as it happens. Everything has few labels with few values, none of them chosen by a client, and costs
 * an addition. What can be read when somebody asks is in `gauges.ts`; docs/metrics.md describes all of them.
 */
import { Counter, Histogram, type Metric } from "prom-client";

/** They belong to the registry of the server that shows them. */
const registers: [] = [];

export class CountedMetrics {
  /** Requests count themselves in `http/probes.ts`. */
  readonly requests = new Counter({
    name: "parley_requests_total",
    help: "Requests answered, by operation and status.",
    labelNames: ["method", "path", "status"] as const,
    registers,
  });
  readonly requestSeconds = new Histogram({
    name: "parley_request_seconds",
    help: "Time from request to response, not counting held polls.",
    labelNames: ["path"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
    registers,
  });
  readonly blockages = new Histogram({
    name: "parley_event_loop_blocked_seconds",
    help: "Event loop delays of more than 0.2 seconds, by the operation or job that caused them.",
    labelNames: ["operation"] as const,
    buckets: [0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  readonly signInsRefused = new Counter({
    name: "parley_sign_ins_refused_total",
    help: "Refused sign-ins, by reason.",
    labelNames: ["reason"] as const,
    registers,
  });
  /** `failed` is for good, `retried` will be tried again. */
  readonly jobs = new Counter({
    name: "parley_jobs_total",
    help: "Attempts at jobs, by kind and outcome (done, retried, failed).",
    labelNames: ["kind", "outcome"] as const,
    registers,
  });
  readonly deliveries = new Counter({
    name: "parley_deliveries_total",
    help: "Attempts at deliveries, by way (email, push, webhook) and outcome (succeeded, failed).",
    labelNames: ["way", "outcome"] as const,
    registers,
  });
  readonly deliverySeconds = new Histogram({
    name: "parley_delivery_seconds",
    help: "How long an attempt at a delivery takes, by way.",
    labelNames: ["way"] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  readonly storageOperations = new Counter({
    name: "parley_storage_operations_total",
    help: "Operations on uploaded files, by operation and outcome (succeeded, failed).",
    labelNames: ["operation", "outcome"] as const,
    registers,
  });

  readonly backups = new Counter({
    name: "parley_backups_total",
    help: "Backups that this process made and verified, and that failed, by outcome (made, failed).",
    labelNames: ["outcome"] as const,
    registers,
  });
  readonly mailReceived = new Counter({
    name: "parley_mail_in_total",
    help: "Emails that came in, by outcome (posted, repeated, refused, deferred).",
    labelNames: ["outcome"] as const,
    registers,
  });

  get all(): readonly Metric[] {
    return [
      ...[this.requests, this.requestSeconds, this.blockages, this.signInsRefused],
      ...[this.jobs, this.deliveries, this.deliverySeconds, this.storageOperations, this.backups, this.mailReceived],
    ] as Metric[];
  }
}
