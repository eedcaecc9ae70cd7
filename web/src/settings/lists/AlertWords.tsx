/** Words that notify the reader wherever they are written. */
import { alertWords } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { saySaved } from "../saved.ts";
import { Table } from "./Table.tsx";

const MAX_WORD_LENGTH = 100;

export function AlertWords({ page }: { readonly page: SettingsPage }) {
  const { connection } = useSession();
  const words = useStore((state) => state.preferences.alertWords);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = (operation: typeof alertWords.addAlertWords | typeof alertWords.removeAlertWords, word: string) =>
    connection.call(operation, { alert_words: [word] });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const word = typed.trim();
    if (word === "") return;
    setProblem(undefined);
    try {
      await change(alertWords.addAlertWords, word);
      setTyped("");
      saySaved({ undo: () => void attempt(() => change(alertWords.removeAlertWords, word)) });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const remove = (word: string) =>
    void attempt(async () => {
      await change(alertWords.removeAlertWords, word);
      showToast({
        text: t("listed.wordRemoved", { word }),
        undo: () => void attempt(() => change(alertWords.addAlertWords, word)),
      });
    });
  return (
    <Page page={page}>
      <Section title={t("address.alertWords")} help={t("listed.wordsHelp")}>
        <form className="add-row" onSubmit={(event) => void add(event)}>
          <input
            className="field"
            dir="auto"
            aria-label={t("listed.newWord")}
            placeholder={t("listed.newWord")}
            maxLength={MAX_WORD_LENGTH}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" icon="plus">
            {t("listed.add")}
          </Button>
        </form>
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        {words.length > 0 && (
          <Table
            label={t("address.alertWords")}
            rows={words}
            keyOf={(word) => word}
            columns={[{ title: t("listed.word"), of: (word) => word }]}
            actions={(word) => (
              <IconButton icon="trash" label={t("listed.removeWord", { word })} onPress={() => remove(word)} />
            )}
          />
        )}
      </Section>
    </Page>
  );
}
