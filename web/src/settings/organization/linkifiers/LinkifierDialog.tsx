/** Adds a linkifier, or edits one. What is written is checked and tried at once, among the others. */
import type { State } from "@parley/client";
import { linkifiers as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { type FieldProblems, fieldProblems, firstOfEach } from "../../forms/field-problems.ts";
import { MonoField } from "../../forms/MonoField.tsx";
import { saySaved } from "../../saved.ts";
import { faultText } from "./fault-texts.ts";
import { TrialField } from "./TrialField.tsx";
import type { TrialAnswer } from "./trial-words.ts";
import { useTrial } from "./useTrial.ts";

export type Linkifier = State["markup"]["linkifiers"][number];

/** Errors that concern both fields. */
const TOGETHER = "__all__";
const FIELDS = ["pattern", "url_template", TOGETHER];
const MAX_PATTERN_LENGTH = 20_000;
const MAX_URL_LENGTH = 2000;

interface LinkifierDialogProps {
  /** Undefined for a new one. */
  readonly linkifier?: Linkifier;
  readonly onClose: () => void;
}

export function LinkifierDialog({ linkifier, onClose }: LinkifierDialogProps) {
  const { connection } = useSession();
  const stored = useStore((state) => state.markup.linkifiers);
  const [pattern, setPattern] = useState(linkifier?.pattern ?? "");
  const [url_template, setTemplate] = useState(linkifier?.url_template ?? "");
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<FieldProblems>({});
  const written = { id: linkifier?.id ?? 0, pattern: pattern.trim(), url_template: url_template.trim() };
  // In its place among the others, which may take the text before it; a new one is the last.
  const linkifiers = linkifier
    ? stored.map((each) => (each.id === linkifier.id ? written : each))
    : [...stored, written];
  const outcome = useTrial({ linkifiers, source: text, written: linkifiers.indexOf(written) });
  const problems = { ...shownFaults(outcome?.kind === "answered" ? outcome.answer.faults : {}, written), ...refused };

  const save = () =>
    linkifier
      ? connection.call(api.updateLinkifier, { filter_id: linkifier.id, pattern, url_template })
      : connection.call(api.addLinkifier, { pattern, url_template });
  const submit = async () => {
    try {
      const saved = await save();
      saySaved({ undo: () => void attempt(() => takeBack(saved)) });
      return true;
    } catch (error) {
      const found = fieldProblems(error, FIELDS);
      if (!found) throw error;
      setRefused(found);
      return false;
    }
  };
  const takeBack = (saved: object) =>
    linkifier
      ? connection.call(api.updateLinkifier, {
          filter_id: linkifier.id,
          pattern: linkifier.pattern,
          url_template: linkifier.url_template,
        })
      : connection.call(api.removeLinkifier, { filter_id: (saved as { id: number }).id });
  const change = (set: (value: string) => void) => (value: string) => {
    setRefused({});
    set(value);
  };
  return (
    <FormDialog
      title={t(linkifier ? "linkifiers.editTitle" : "linkifiers.add")}
      action={t(linkifier ? "linkifiers.save" : "linkifiers.add")}
      onSubmit={submit}
      onClose={onClose}
    >
      <MonoField
        label={t("linkifiers.pattern")}
        help={t("linkifiers.patternHelp")}
        problem={problems.pattern}
        isFirst
        maxLength={MAX_PATTERN_LENGTH}
        placeholder="#(?P<id>[0-9]+)"
        value={pattern}
        onChange={change(setPattern)}
      />
      <MonoField
        label={t("linkifiers.template")}
        help={t("linkifiers.templateHelp", { example: "{id}" })}
        problem={problems.url_template ?? problems[TOGETHER]}
        maxLength={MAX_URL_LENGTH}
        placeholder="https://example.com/issues/{id}"
        value={url_template}
        onChange={change(setTemplate)}
      />
      <TrialField text={text} onText={setText} outcome={outcome} linkifiers={linkifiers} />
    </FormDialog>
  );
}

/** Nothing is wrong with a field that is still empty. */
function shownFaults(
  faults: TrialAnswer["faults"],
  { pattern, url_template }: Pick<Linkifier, "pattern" | "url_template">,
): FieldProblems {
  const found = Object.entries(faults).filter(([field]) => {
    if (field === "pattern") return pattern !== "";
    if (field === "url_template") return url_template !== "";
    return pattern !== "" && url_template !== "";
  });
  return firstOfEach(Object.fromEntries(found.map(([field, each]) => [field, each.map(faultText)])));
}
