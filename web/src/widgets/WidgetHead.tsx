/** The title of a poll or list, which its author edits in place. */
import { useState } from "react";
import { IconButton } from "../parts/buttons.tsx";
import { t } from "../text/text.ts";
import { Entry } from "./Entry.tsx";

interface WidgetHeadProps {
  readonly title: string;
  readonly whenEmpty: string;
  readonly fact: string;
  readonly label: string;
  readonly edit: string;
  readonly isEditable: boolean;
  readonly onEdit: (title: string) => void;
}

export function WidgetHead({ title, whenEmpty, fact, label, edit, isEditable, onEdit }: WidgetHeadProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return (
      <Entry
        label={label}
        action={t("widgets.save")}
        initial={title}
        fault={() => undefined}
        onSubmit={onEdit}
        onClose={() => setIsEditing(false)}
      />
    );
  }
  return (
    <div className="widget-head">
      <b dir="auto">{title || whenEmpty}</b>
      {isEditable && <IconButton icon="draft" size="s" label={edit} onPress={() => setIsEditing(true)} />}
      <span>{fact}</span>
    </div>
  );
}
