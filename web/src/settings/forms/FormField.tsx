/** A field of a form, with its label, help, and what is wrong with it. */
import { type ReactNode, useId } from "react";
import "./forms.css";

/** What the field needs to be found and described. */
export interface FieldAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FormFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: (attributes: FieldAttributes) => ReactNode;
}

export function FormField({ label, help, problem, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, problem !== undefined && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": problem !== undefined,
      })}
      {problem !== undefined && (
        <p className="bad" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help && (
        <small className="quiet" id={`${id}-help`}>
          {help}
        </small>
      )}
    </div>
  );
}
