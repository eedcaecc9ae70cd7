import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Trial, type TrialOutcome, type TrialWorker } from "./trial.ts";
import type { TrialQuestion } from "./trial-words.ts";

const question = (source: string): TrialQuestion => ({ linkifiers: [], source, written: undefined });

class FakeWorker implements TrialWorker {
  asked: string[] = [];
  isTerminated = false;
  onmessage: TrialWorker["onmessage"] = null;
  onerror: TrialWorker["onerror"] = null;

  postMessage({ source }: TrialQuestion) {
    this.asked.push(source);
  }
  terminate() {
    this.isTerminated = true;
  }
  isReady() {
    this.onmessage?.({ data: "ready" });
  }
  answers(source: string) {
    this.onmessage?.({ data: { source, links: [], faults: {} } });
  }
}

function begun(longestMs = 10_000) {
  const workers: FakeWorker[] = [];
  const outcomes: TrialOutcome[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, outcomes, trial: new Trial(start, (outcome) => outcomes.push(outcome), longestMs) };
}

test("nothing is asked before the worker is loaded, and of several questions only the last", () => {
  const { workers, outcomes, trial } = begun();
  trial.ask(question("a"));
  trial.ask(question("ab"));
  const [worker] = workers as [FakeWorker];
  assert.deepEqual(worker.asked, []);
  worker.isReady();
  trial.ask(question("abc"));
  trial.ask(question("abcd"));
  assert.deepEqual(worker.asked, ["ab"]);
  worker.answers("ab");
  assert.deepEqual(worker.asked, ["ab", "abcd"]);
  assert.equal(outcomes.length, 1);
  trial.stop();
  assert.ok(worker.isTerminated);
  worker.answers("abcd");
  assert.equal(outcomes.length, 1, "nothing is told after the end");
});

test("a question that takes too long is stopped, and the next one is asked of a new worker", async () => {
  const { workers, outcomes, trial } = begun(5);
  trial.ask(question("slow"));
  workers[0]?.isReady();
  trial.ask(question("quick"));
  await pause(20);
  assert.deepEqual(outcomes, [{ kind: "stopped" }]);
  assert.ok(workers[0]?.isTerminated);
  workers[1]?.isReady();
  assert.deepEqual(workers[1]?.asked, ["quick"]);
  trial.stop();
});

test("a worker that cannot be loaded is said, and tried again", () => {
  const { workers, outcomes, trial } = begun();
  trial.ask(question("a"));
  workers[0]?.onerror?.();
  assert.deepEqual(outcomes, [{ kind: "failed" }]);
  trial.ask(question("a"));
  assert.equal(workers.length, 2);
  trial.stop();
});
