/** Saved snippets: filter, insert, save the current text, edit, delete. */
import type { SavedSnippet } from "@parley/client";
import { savedSnippets } from "@parley/server/contract";
import { useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { currentLocale, t } from "../../text/text.ts";
import { isAbout } from "./snippet.ts";

interface SnippetsProps {
  /** The current text, to save as a snippet. */
  readonly text: string;
  /** The initial filter. */
  readonly wanted: string;
  readonly onInsert: (snippet: SavedSnippet) => void;
  readonly onClose: () => void;
}

type Editing = { readonly id: number | undefined; readonly title: string; readonly content: string };

export function SnippetsDialog({ text, wanted: initial, onInsert, onClose }: SnippetsProps) {
  const { connection } = useSession();
  const known = useStore((state) => state.savedSnippets);
  const [filter, setFilter] = useState(initial);
  const [editing, setEditing] = useState<Editing>();
  const collator = new Intl.Collator(currentLocale(), { sensitivity: "base" });
  const shown = [...known.values()]
    .filter((snippet) => isAbout(snippet, filter))
    .sort((a, b) => collator.compare(a.title, b.title));
  const remove = ({ id, title, content }: SavedSnippet) => {
    const undo = () => void attempt(() => connection.call(savedSnippets.createSavedSnippet, { title, content }));
    void attempt(async () => {
      await connection.call(savedSnippets.deleteSavedSnippet, { saved_snippet_id: id });
      showToast({ text: t("composer.snippetDeleted", { title }), undo });
    });
  };
  if (editing) return <SnippetForm editing={editing} onClose={() => setEditing(undefined)} />;
  return (
    <Dialog title={t("composer.snippets")} onClose={onClose}>
      <input
        className="field"
        type="search"
        autoFocus
        aria-label={t("composer.filterSnippets")}
        placeholder={t("composer.filterSnippets")}
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      {known.size === 0 && <NoSnippets />}
      <ul className="snippets">
        {shown.map((snippet) => (
          <li key={snippet.id}>
            <button
              type="button"
              className="snippet"
              onClick={() => {
                onClose();
                onInsert(snippet);
              }}
            >
              <b dir="auto">{snippet.title}</b>
              <span className="trunc quiet" dir="auto">
                {snippet.content}
              </span>
            </button>
            <IconButton
              icon="draft"
              label={t("composer.editSnippet", { title: snippet.title })}
              onPress={() => setEditing(snippet)}
            />
            <IconButton
              icon="trash"
              label={t("composer.deleteSnippet", { title: snippet.title })}
              onPress={() => remove(snippet)}
            />
          </li>
        ))}
      </ul>
      <div className="dialog-acts">
        <Button isDisabled={text.trim() === ""} onPress={() => setEditing({ id: undefined, title: "", content: text })}>
          {t("composer.saveSnippet")}
        </Button>
      </div>
    </Dialog>
  );
}

const NoSnippets = () => (
  <Empty icon="snippet" title={t("composer.noSnippets")}>
    <p>{t("composer.noSnippetsHint")}</p>
  </Empty>
);

const MAX_TITLE_LENGTH = 60;

function SnippetForm({ editing, onClose }: { readonly editing: Editing; readonly onClose: () => void }) {
  const { connection } = useSession();
  const [title, setTitle] = useState(editing.title);
  const [content, setContent] = useState(editing.content);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    try {
      if (editing.id === undefined) await connection.call(savedSnippets.createSavedSnippet, { title, content });
      else await connection.call(savedSnippets.editSavedSnippet, { saved_snippet_id: editing.id, title, content });
      onClose();
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  const isComplete = title.trim() !== "" && content.trim() !== "";
  return (
    <Dialog
      title={editing.id === undefined ? t("composer.saveSnippet") : t("composer.editSnippet", { title: editing.title })}
      onClose={onClose}
    >
      {failure !== undefined && <Failure text={failure} onRetry={() => void save()} />}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) void save();
        }}
      >
        <label>
          {t("composer.snippetTitle")}
          <input
            className="field"
            maxLength={MAX_TITLE_LENGTH}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <label>
          {t("composer.snippetText")}
          <textarea className="field" rows={6} value={content} onChange={({ target }) => setContent(target.value)} />
        </label>
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          <Button kind="primary" type="submit" isDisabled={!isComplete}>
            {t("composer.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
