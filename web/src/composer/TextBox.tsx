/**
 * The text field with completion at the caret. Tools change it through the browser's own editing commands, so that
 * Ctrl+Z undoes them one by one.
 */
import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useEmoji } from "../emoji/names.ts";
import { SuggestionList, useSuggestions } from "../parts/suggestions.tsx";
import { useTopicsOf } from "../state/channel-topics.ts";
import { useSession } from "../state/session.tsx";
import { useClock } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { argumentAt, type CompletingArgument } from "./commands/bot-commands.ts";
import { changeBetween, type Edited, inserted } from "./editing/edited.ts";
import { continued } from "./editing/enter.ts";
import { pasteOver } from "./editing/links.ts";
import { type Completing, completingAt } from "./editing/trigger.ts";
import { isOpening, type Opened } from "./opening-commands.ts";
import { pastedMarkdown } from "./paste.ts";
import type { Target } from "./target.ts";
import { CompletionRow } from "./typeahead/CompletionRow.tsx";
import {
  type Completable,
  type Completion,
  channelNamed,
  completionsFor,
  withCompletion,
} from "./typeahead/completions.ts";
import { useLanguages } from "./typeahead/languages.ts";
import { useRecentMessages } from "./typeahead/recent-messages.ts";

export interface TextBoxHandle {
  focus(): void;
  /** The text with its selection. */
  edited(): Edited;
  /** Replaces the text, as one step that can be undone. */
  apply(edited: Edited): void;
}

interface TextBoxProps {
  readonly text: string;
  readonly target: Target;
  readonly label: string;
  readonly placeholder: string;
  readonly speakers: ReadonlySet<number>;
  readonly enterSends: boolean;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Commands that open a dialog instead of being sent. */
  readonly onCommand?: (opened: Opened) => void;
  /** ← or ↑ in an empty field. */
  readonly onEditLast?: () => void;
  /** Tab; returns whether the focus has moved. */
  readonly onTab?: () => boolean;
  readonly handle: Ref<TextBoxHandle>;
}

export function TextBox(props: TextBoxProps) {
  const { text, label, placeholder, enterSends, onChange, onSend, onFiles, onCommand, onEditLast, onTab, handle } =
    props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  // The position where Esc closed the list: it does not reopen for the same word.
  const [closedAt, setClosedAt] = useState<number>();
  const completing = useCompleting(text, caret, onCommand !== undefined);
  const editedNow = (): Edited => {
    const { selectionStart = 0, selectionEnd = 0, value = "" } = field.current ?? {};
    return { text: value, start: selectionStart, end: selectionEnd };
  };
  const apply = ({ text: after, start, end }: Edited) => {
    const { current } = field;
    if (!current) return;
    const change = changeBetween(current.value, after);
    current.focus();
    current.setSelectionRange(change.start, change.end);
    // With nothing to remove, "delete" would remove the character before the caret.
    const isSame = change.start === change.end && change.piece === "";
    // An open picker keeps the focus, and the text would go into its search field.
    const isHere = document.activeElement === current;
    const command = change.piece === "" ? "delete" : "insertText";
    const isTyped = isSame || (isHere && document.execCommand(command, false, change.piece));
    if (!isTyped) {
      current.setRangeText(change.piece, change.start, change.end, "end");
      onChange(current.value);
    }
    current.setSelectionRange(start, end);
    setCaret(start === end ? end : undefined);
  };
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus(), edited: editedNow, apply }));
  const completions = useCompletions(completing, props);
  const { store } = useSession();
  const pick = (completion: Completion) => {
    if (!completing) return;
    if (completion.kind === "command" && isOpening(completion.command))
      return onCommand?.({ command: completion.command, rest: text.slice(caret).trim() });
    apply(withCompletion(editedNow(), completing, completion, store.state));
  };
  const suggesting = useSuggestions({
    isOpen: completing !== undefined && closedAt !== completing.start,
    takesTab: true,
    onPick: pick,
    onClose: () => setClosedAt(completing?.start),
    items: completions.map((completion) => ({
      id: JSON.stringify(completion),
      item: completion,
      content: <CompletionRow completion={completion} />,
    })),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggesting.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if ((event.key === "ArrowUp" || event.key === "ArrowLeft") && text === "" && onEditLast) return onEditLast();
    if (event.key === "Tab" && !event.shiftKey && onTab?.()) return event.preventDefault();
    if (event.key !== "Enter") return;
    const isModified = event.ctrlKey || event.metaKey;
    // One of the two sends, the other inserts a line break.
    if (!event.shiftKey && isModified !== enterSends) {
      event.preventDefault();
      return onSend();
    }
    const before = editedNow();
    // Browsers insert no line break with Ctrl.
    const next = event.shiftKey ? undefined : (continued(before) ?? (isModified ? inserted(before, "\n") : undefined));
    if (!next) return;
    event.preventDefault();
    apply(next);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files];
    if (files.length > 0) {
      event.preventDefault();
      return onFiles(files);
    }
    const plain = event.clipboardData.getData("text/plain");
    const linked = pasteOver(editedNow(), plain);
    if (linked) {
      event.preventDefault();
      return apply(linked);
    }
    pastedMarkdown(event, editedNow(), apply);
  };
  const noteCaret = () => {
    const { start, end } = editedNow();
    setCaret(start === end ? end : undefined);
  };
  return (
    <div className="textbox">
      <textarea
        ref={field}
        value={text}
        dir="auto"
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        onChange={({ target: changed }) => {
          onChange(changed.value);
          noteCaret();
        }}
        onSelect={noteCaret}
        onBlur={() => setCaret(undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...suggesting.field}
      />
      {suggesting.list && <SuggestionList list={suggesting.list} label={t("composer.suggestions")} />}
    </div>
  );
}

/** What stands at the caret. Choices of an argument come first: only they belong there. */
function useCompleting(text: string, caret: number | undefined, calls: boolean) {
  const { store } = useSession();
  if (caret === undefined) return undefined;
  return (calls ? argumentAt(text, caret, store.state) : undefined) ?? completingAt(text, caret);
}

function useCompletions(
  completing: Completing | CompletingArgument | undefined,
  props: TextBoxProps,
): readonly Completion[] {
  const { target, speakers, onCommand } = props;
  const state = useCompletable();
  const { timeZone } = useClock();
  const kind = completing?.kind;
  const emoji = useEmoji(kind === "emoji");
  const languages = useLanguages(kind === "language");
  const within = completing?.kind === "topic" || completing?.kind === "message" ? completing : undefined;
  const channelId = within && channelNamed(state, within.channel);
  const topics = useTopicsOf(channelId, kind === "topic");
  const messages = useRecentMessages(
    kind === "message" ? channelId : undefined,
    within?.kind === "message" ? within.topic : "",
  );
  if (!completing) return [];
  const opens = onCommand !== undefined;
  return completionsFor(completing, { state, target, speakers, emoji, languages, topics, messages, timeZone, opens });
}

function useCompletable(): Completable {
  const users = useStore((state) => state.users);
  const groups = useStore((state) => state.groups);
  const channels = useStore((state) => state.channels);
  const realm = useStore((state) => state.realm);
  const commands = useStore((state) => state.commands);
  const direct = useStore((state) => state.conversations.direct);
  return { users, groups, channels, realm, commands, conversations: { direct } };
}
