/**
 * Tries linkifiers on a text with the server's own code. A worker, because patterns and texts are anyone's: whoever
 * asks stops it when it takes too long.
 */
import { Sentence } from "@parley/server/kernel/api/sentences.ts";
import { tryLinkifiers } from "@parley/server/text/markdown/linkifier-trial.ts";
import { linkifierFaults } from "@parley/server/text/markdown/linkifiers.ts";
import type { FromTrialWorker, TrialAnswer, TrialFault, TrialLinkifier, TrialQuestion } from "./trial-words.ts";

/** Messages between threads have no classes. */
const faultOf = ({ template, values }: Sentence): TrialFault => ({
  template,
  values: values.map((value) => (value instanceof Sentence ? faultOf(value) : String(value))),
});

const faultsOf = (linkifier: TrialLinkifier): TrialAnswer["faults"] =>
  Object.fromEntries(Object.entries(linkifierFaults(linkifier)).map(([field, found]) => [field, found.map(faultOf)]));

const say = (words: FromTrialWorker): void => postMessage(words);

/** Matches nothing: the server would refuse what is written, so it makes no links either. */
const NOTHING = { pattern: "", url_template: "" };

addEventListener("message", ({ data }: MessageEvent<TrialQuestion>) => {
  const { linkifiers, source, written } = data;
  const linkifier = written === undefined ? undefined : linkifiers[written];
  const faults = linkifier ? faultsOf(linkifier) : {};
  const isRefused = Object.keys(faults).length > 0;
  const tried = linkifiers.map((each) => (isRefused && each === linkifier ? NOTHING : each));
  say({ source, links: tryLinkifiers(tried, source), faults });
});
say("ready");
