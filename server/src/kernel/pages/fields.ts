/** What forms are made of. Everything works without scripts; what a script adds is marked with data attributes. */

import type { ApiError } from "../api/index.ts";
import { inLanguage } from "../languages.ts";
import { type Html, html } from "./html.ts";
import { sharedPageWords } from "./words/index.ts";

export interface Input {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  /** What password managers read. */
  readonly autocomplete?: string;
  readonly value?: string;
  /** Stands under the field, which then has the focus. */
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly isFirst?: boolean;
  readonly isOptional?: boolean;
  readonly maxLength?: number;
}

export function input(field: Input): Html {
  return labelled(
    field,
    html`<input id="${field.name}" name="${field.name}" type="${field.type ?? "text"}" value="${field.value ?? ""}" ${attributes(field)}>`,
  );
}

/** A field for several lines. */
export function textArea(field: Input & { readonly rows: number }): Html {
  const { name, rows, value = "" } = field;
  // The first line break after the tag is not part of the text.
  return labelled(
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}" ${attributes(field)}>\n${value}</textarea>`,
  );
}

interface Password extends Omit<Input, "type"> {
  readonly language: string;
  /** Shows the strength of a new password; these fields contain words it must not be made of. */
  readonly isNew?: { readonly own: readonly string[] };
}

export function password(field: Password): Html {
  const { show, hide } = inLanguage(field.language, sharedPageWords).password;
  const { name, isNew } = field;
  const box = html`<span class="secret"><input id="${name}" name="${name}" type="password" value="" ${attributes(field)}${
    isNew && html` data-strength="${isNew.own.join(" ")}"`
  }><button type="button" class="show" data-shows="${name}" data-hide="${hide}" aria-pressed="false" hidden>${show}</button></span>`;
  const strength = isNew && html`<p class="strength" id="${name}-strength" role="status"></p>`;
  return labelled(field, html`${box}${strength}`);
}

function attributes(field: Omit<Input, "type">): Html {
  const { name, autocomplete = "off", error, hint, maxLength = 254 } = field;
  return html`autocomplete="${autocomplete}" maxlength="${maxLength}"${!field.isOptional && html` required`}${
    (error !== undefined || field.isFirst) && html` autofocus`
  }${error !== undefined && html` aria-invalid="true"`}${
    (error ?? hint) !== undefined && html` aria-describedby="${name}-note"`
  }`;
}

function labelled({ name, label, error, hint }: Omit<Input, "type">, control: Html): Html {
  const below = error ?? hint;
  return html`<div class="field">
<label for="${name}">${label}</label>
${control}
${below !== undefined && html`<p class="${error === undefined ? "hint" : "error"}" id="${name}-note">${below}</p>`}
</div>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const button = (label: string): Html => html`<button type="submit" class="primary">${label}</button>`;

export const checkBox = (name: string, label: string, hint: string, isChecked: boolean): Html =>
  html`<div class="choice"><input type="checkbox" id="${name}" name="${name}" aria-describedby="${name}-note"${
    isChecked && html` checked`
  }><div><label for="${name}">${label}</label><p class="hint" id="${name}-note">${hint}</p></div></div>`;

type Option = readonly [value: string, label: string];

export function choice(name: string, label: string, chosen: string | undefined, options: readonly Option[]): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" data-finds="${name}">
${options.map(
  ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>\n`,
)}</select>
</div>`;
}

interface TimeZoneChoice {
  readonly label: string;
  /** The option that leaves it open. */
  readonly none: string;
  readonly chosen: string | undefined;
}

/** A script chooses the computer's time zone. */
export const timeZoneChoice = ({ label, none, chosen }: TimeZoneChoice): Html =>
  choice("timezone", label, chosen, [
    ["", none],
    ...Intl.supportedValuesOf("timeZone").map((zone): Option => [zone, zone.replaceAll("_", " ")]),
  ]);

/** An error of the form as a whole. Errors of operations are in English on every page. */
export const alert = (sentence: string | undefined): Html | undefined =>
  sentence === undefined ? undefined : html`<p class="error" role="alert" dir="auto">${sentence}</p>`;

/** The waiting time in whole minutes; a script counts down the seconds. */
export function waiting({ fields }: ApiError, language: string): Html {
  const words = inLanguage(language, sharedPageWords).errors;
  const seconds = Math.ceil(Number(fields["retry-after"]));
  const minutes = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  const sentence = words.wait(minutes.format(Math.ceil(seconds / 60)));
  return html`<p class="error" role="alert" data-seconds="${seconds}" data-wait="${words.wait("{time}")}" data-over="${words.waitOver}">${sentence}</p>`;
}
