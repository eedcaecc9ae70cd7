/** A to-do list: any reader can check off tasks and add more. */
import { useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { Entry } from "./Entry.tsx";
import { Problem } from "./Problem.tsx";
import { attachedTo, type WidgetContents, type WidgetMessage } from "./submessage.ts";
import { hasTask, newTask, strikeOf, type Task, titleTo, todoFrom } from "./todo.ts";
import { useAttach } from "./useAttach.ts";
import { WidgetHead } from "./WidgetHead.tsx";

export function Todo({ message: given }: { readonly message: WidgetMessage }) {
  const { isVisitor } = useSession();
  const ownId = useOwnId();
  const [isAdding, setIsAdding] = useState(false);
  const { message, attach, problem } = useAttach(given);
  const list = todoFrom(attachedTo(message) as WidgetContents, message.sender_id);
  const done = list.tasks.filter(({ isDone }) => isDone).length;
  return (
    <section className="widget" aria-label={t("widgets.todo")}>
      <WidgetHead
        title={list.title}
        whenEmpty={t("widgets.noTitle")}
        fact={t("widgets.done", { done, count: list.tasks.length })}
        label={t("widgets.title")}
        edit={t("widgets.editTitle")}
        isEditable={!isVisitor && message.sender_id === ownId}
        onEdit={(title) => attach(titleTo(title))}
      />
      {list.tasks.map((task) => (
        <TaskRow key={task.key} task={task} isDisabled={isVisitor} onStrike={() => attach(strikeOf(task))} />
      ))}
      {!isVisitor && !isAdding && (
        <Button kind="plain" icon="plus" onPress={() => setIsAdding(true)}>
          {t("widgets.addTask")}
        </Button>
      )}
      {isAdding && (
        <Entry
          label={t("widgets.task")}
          detail={t("widgets.description")}
          action={t("widgets.add")}
          fault={(text) => {
            if (hasTask(list, text)) return t("widgets.taskExists");
            return newTask(list, ownId, text, "") ? undefined : t("widgets.tooMany");
          }}
          onSubmit={(text, description) => {
            const task = newTask(list, ownId, text, description);
            if (task) attach(task);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      <Problem reason={problem} />
    </section>
  );
}

interface TaskRowProps {
  readonly task: Task;
  readonly isDisabled: boolean;
  readonly onStrike: () => void;
}

function TaskRow({ task, isDisabled, onStrike }: TaskRowProps) {
  return (
    <label className={task.isDone ? "todo done" : "todo"}>
      <input type="checkbox" checked={task.isDone} disabled={isDisabled} onChange={onStrike} />
      <span className={task.isDone ? "box on" : "box"} aria-hidden="true">
        {task.isDone && <Icon name="check" />}
      </span>
      <span dir="auto">
        {task.name}
        {task.description && <small>{task.description}</small>}
      </span>
    </label>
  );
}
