/** Binds an action to a shortcut. The most recently bound one is asked first and may decline. */
import { useEffectEvent, useLayoutEffect } from "react";
import { holdKeys } from "./held-keys.ts";
import { type Command, KEYS, type Shortcut, strokeOf } from "./keys.ts";
import { singleKeys } from "./single-keys.ts";
import { isText } from "./text-fields.ts";
import { OPEN_TO_VISITORS } from "./visitors.ts";

/** `false` passes the key on to the previous handler, and finally to the browser. */
type Handler = (event: KeyboardEvent) => unknown;

interface BoundCommand {
  readonly command: Command;
  readonly handle: Handler;
}

const attached: BoundCommand[] = [];
let isVisiting = false;
/** Those that the reader may use, in the order in which they are asked. */
const asked = (): readonly BoundCommand[] =>
  attached.filter(({ command }) => !isVisiting || OPEN_TO_VISITORS.has(command)).reverse();
/** The first key of a sequence such as "g ArrowRight". */
let begun: { readonly stroke: string; readonly until: number } | undefined;
const SEQUENCE_MS = 1000;

export function attach(command: Command, handle: Handler): () => void {
  const entry = { command, handle };
  attached.push(entry);
  return () => {
    attached.splice(attached.indexOf(entry), 1);
  };
}

export function useCommand(
  command: Command,
  handle: Handler,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): void {
  const latest = useEffectEvent(handle);
  // Before the browser draws: a key may follow at once.
  useLayoutEffect(() => (isEnabled ? attach(command, (event) => latest(event)) : undefined), [command, isEnabled]);
}

/** The commands that currently have a handler. */
export const performable = (): ReadonlySet<Command> => new Set(asked().map(({ command }) => command));

/** Runs a command; returns whether a handler did. */
export function run(command: Command): boolean {
  const event = new KeyboardEvent("keydown");
  return asked().some((each) => each.command === command && each.handle(event) !== false);
}

/** Runs a command as if its key had been pressed: what is typed next is for the field that it opens. */
export function perform(command: Command): boolean {
  const { activeElement } = document;
  const isDone = run(command);
  if (isDone && (KEYS[command] as Shortcut).opensField) holdKeys(activeElement);
  return isDone;
}

/** Enter and Space belong to focused buttons and links, arrows and letters to menus and lists. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === "Enter" || key === " ")
    return target.closest("button, a[href], summary, [role=button], [role=option]") !== null;
  return target.closest("[role=menu], [role=listbox]") !== null && key !== "Escape";
}

/** Keys pressed in a dialog do not reach the view behind it. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("[role=dialog], [role=alertdialog]") !== null;

/** Keys without a character, such as arrows, stay. */
const isSingleOff = (key: string): boolean => key.length === 1 && !singleKeys.get();

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  const stroke = strokeOf(event);
  const inText = isText(event.target);
  const sequence = begun && begun.until > performance.now() ? `${begun.stroke} ${stroke}` : undefined;
  begun = undefined;
  const matches = (keys: readonly string[]) =>
    keys.includes(stroke) || (sequence !== undefined && keys.includes(sequence));
  const isSingle = !/^(?:Mod|Ctrl|Alt)\+|^F\d|^Shift\+F\d/.test(stroke) && stroke !== "Escape";
  if (isTaken(event) || (isSingle && (inText || isInDialog(event.target) || isSingleOff(event.key)))) return;
  const commands = (Object.keys(KEYS) as Command[]).filter((command) => {
    const shortcut: Shortcut = KEYS[command];
    return matches(shortcut.keys) && (!inText || shortcut.inText);
  });
  // A stroke that completes a sequence takes precedence.
  const best = commands.filter(
    (command) => sequence !== undefined && (KEYS[command].keys as readonly string[]).includes(sequence),
  );
  const { activeElement } = document;
  for (const each of asked()) {
    if (!(best.length > 0 ? best : commands).includes(each.command)) continue;
    if (each.handle(event) === false) continue;
    event.preventDefault();
    // In a dialog, the key closes it.
    if ((KEYS[each.command] as Shortcut).opensField && !isInDialog(event.target)) holdKeys(activeElement);
    break;
  }
  if (Object.values(KEYS).some(({ keys }) => keys.some((key) => key.startsWith(`${stroke} `))))
    begun = { stroke, until: performance.now() + SEQUENCE_MS };
}

export function listenToKeys({ isVisitor }: { readonly isVisitor: boolean }): () => void {
  isVisiting = isVisitor;
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
