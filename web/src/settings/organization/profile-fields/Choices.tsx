/** The choices of a list: their texts and their order. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { t } from "../../../text/text.ts";
import { SortableList } from "../../lists/SortableList.tsx";
import { type WrittenChoice, withNewChoice } from "./written.ts";

const MAX_TEXT_LENGTH = 100;

interface ChoicesProps {
  readonly choices: readonly WrittenChoice[];
  /** The choices that the field has now. */
  readonly stored: readonly WrittenChoice[];
  readonly onChange: (choices: readonly WrittenChoice[]) => void;
}

export function Choices({ choices, stored, onChange }: ChoicesProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    [...(list.current?.querySelectorAll("input") ?? [])].at(-1)?.focus();
  });
  const add = () => {
    isAdded.current = true;
    onChange(withNewChoice(choices, stored));
  };
  const onKeyDown = (event: KeyboardEvent, { key }: WrittenChoice) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Enter in the last choice goes on with the next one; nobody means to save with it.
    event.preventDefault();
    if (choices.at(-1)?.key === key) add();
  };
  const nameOf = ({ text }: WrittenChoice) => (text === "" ? t("profileFields.emptyChoice") : text);
  return (
    <fieldset className="form-choices" ref={list}>
      <legend>{t("profileFields.choices")}</legend>
      <SortableList
        label={t("profileFields.choices")}
        items={choices}
        keyOf={({ key }) => key}
        nameOf={nameOf}
        rowsOf={() => []}
        draw={(choice) => (
          <input
            className="field"
            dir="auto"
            aria-label={t("profileFields.choiceText")}
            placeholder={t("profileFields.choiceText")}
            maxLength={MAX_TEXT_LENGTH}
            value={choice.text}
            onKeyDown={(event) => onKeyDown(event, choice)}
            onChange={({ target }) =>
              onChange(choices.map((each) => (each.key === choice.key ? { ...each, text: target.value } : each)))
            }
          />
        )}
        actions={(choice) =>
          choices.length > 1 && (
            <IconButton
              icon="trash"
              label={t("profileFields.removeChoice", { name: nameOf(choice) })}
              onPress={() => onChange(choices.filter(({ key }) => key !== choice.key))}
            />
          )
        }
        onReorder={async (order) => onChange(order)}
      />
      <Button icon="plus" onPress={add}>
        {t("profileFields.addChoice")}
      </Button>
    </fieldset>
  );
}
