import '#renderer/design/automation.css';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AllowedClients } from '#renderer/views/assistants/allowed-clients.tsx';
import { AssistantSetup } from '#renderer/views/assistants/assistant-setup.tsx';
import { ToolList } from '#renderer/views/assistants/tool-list.tsx';

/** How assistants are let in, what they can do, and which were. */
export function AssistantsView() {
  const { text } = useWords();
  return (
    <div className="view sections">
      <div className="view-head">
        <h1>{text('assistants.title')}</h1>
      </div>
      <p className="quiet lead">{text('assistants.words')}</p>
      <AssistantSetup />
      <AllowedClients />
      <ToolList />
    </div>
  );
}
