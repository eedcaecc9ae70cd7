/** The page of code playgrounds: the list, and a form that adds one. */
import type { State } from "@parley/client";
import { playgrounds as api } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { attempt, sentenceOf } from "../../../actions/attempt.ts";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { Banner, Empty } from "../../../parts/states.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormField } from "../../forms/FormField.tsx";
import { type FieldProblems, fieldProblems } from "../../forms/field-problems.ts";
import { MonoField } from "../../forms/MonoField.tsx";
import { Table } from "../../lists/Table.tsx";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { saySaved } from "../../saved.ts";
import { byAdministrators } from "../organization-settings.ts";
import { LanguageField } from "./LanguageField.tsx";
import { languageNamed } from "./languages.ts";
import "./playgrounds.css";

const FIELDS = ["name", "pygments_language", "url_template"];
const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2000;

export function Playgrounds({ page }: { readonly page: SettingsPage }) {
  const { connection } = useSession();
  const playgrounds = useStore((state) => state.markup.playgrounds);
  const mayChange = useStore(byAdministrators.may);
  const remove = ({ id, name, pygments_language, url_template }: State["markup"]["playgrounds"][number]) =>
    void attempt(async () => {
      await connection.call(api.removePlayground, { playground_id: id });
      const restore = () => connection.call(api.addPlayground, { name, pygments_language, url_template });
      showToast({ text: t("playgrounds.removed", { name }), undo: () => void attempt(restore) });
    });
  return (
    <Page page={page}>
      <Section title={t("playgrounds.list")} help={t("playgrounds.listHelp")}>
        {playgrounds.length === 0 ? (
          <Empty icon="code" title={t("playgrounds.none")} />
        ) : (
          <Table
            label={t("playgrounds.list")}
            rows={playgrounds}
            keyOf={({ id }) => id}
            columns={[
              { title: t("playgrounds.language"), of: ({ pygments_language }) => pygments_language },
              { title: t("playgrounds.name"), of: ({ name }) => name },
              {
                title: t("playgrounds.template"),
                of: ({ url_template }) => url_template,
                draw: ({ url_template }) => (
                  <span className="mono playground-url" dir="ltr">
                    {url_template}
                  </span>
                ),
              },
            ]}
            actions={(playground) =>
              mayChange && (
                <IconButton
                  icon="trash"
                  label={t("playgrounds.remove", { name: playground.name })}
                  onPress={() => remove(playground)}
                />
              )
            }
          />
        )}
      </Section>
      <Section title={t("playgrounds.add")} name="add-playground">
        {mayChange ? <AddPlayground /> : <p className="quiet">{t("playgrounds.locked")}</p>}
      </Section>
    </Page>
  );
}

const EMPTY = { name: "", pygments_language: "", url_template: "" };

function AddPlayground() {
  const { connection } = useSession();
  const [written, setWritten] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [problem, setProblem] = useState<string>();
  const { name, pygments_language, url_template } = written;
  const language = languageNamed(pygments_language) ?? pygments_language.trim();
  const change = (field: Partial<typeof EMPTY>) => setWritten((now) => ({ ...now, ...field }));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setProblems({});
    setProblem(undefined);
    try {
      const { id } = await connection.call(api.addPlayground, { name, pygments_language: language, url_template });
      setWritten(EMPTY);
      saySaved({ undo: () => void attempt(() => connection.call(api.removePlayground, { playground_id: id })) });
    } catch (error) {
      const found = fieldProblems(error, FIELDS);
      if (found) setProblems(found);
      else setProblem(sentenceOf(error));
    }
  };
  return (
    <form className="stack playground-form" onSubmit={(event) => void add(event)}>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <FormField
        label={t("playgrounds.language")}
        help={language === "" || languageNamed(language) ? t("playgrounds.languageHelp") : t("playgrounds.unknown")}
        problem={problems.pygments_language}
      >
        {(attributes) => (
          <LanguageField
            attributes={attributes}
            value={pygments_language}
            onChange={(value) => change({ pygments_language: value })}
          />
        )}
      </FormField>
      <FormField label={t("playgrounds.name")} help={t("playgrounds.nameHelp")} problem={problems.name}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            dir="auto"
            required
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <MonoField
        label={t("playgrounds.template")}
        help={t("playgrounds.templateHelp", { code: "{code}" })}
        problem={problems.url_template}
        maxLength={MAX_URL_LENGTH}
        placeholder="https://play.example.com/?code={code}"
        value={url_template}
        onChange={(value) => change({ url_template: value })}
      />
      <div>
        <Button type="submit" icon="plus">
          {t("listed.add")}
        </Button>
      </div>
    </form>
  );
}
