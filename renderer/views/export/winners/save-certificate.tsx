import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'react-aria-components';
import { saveBlob } from '#renderer/components/save-file.ts';
import { Problem } from '#renderer/components/states.tsx';
import { CallError } from '#renderer/client/call.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { certificateFile } from '#renderer/views/export/winners/certificate-file.ts';
import { drawAgain } from '#renderer/views/export/winners/draw-again.ts';
import { entriesOf, MOST_ROWS } from '#renderer/views/export/winners/entries.ts';
import type { Drawn } from '#renderer/views/export/winners/winners.tsx';

interface SaveCertificateParts {
  readonly guid: string;
  readonly drawn: Drawn;
  /** The certificate as it is shown. */
  readonly shown: RefObject<HTMLElement | null>;
}

/** Saves the certificate as a page that draws again by itself, offline. What would not come to the same is not saved. */
export function SaveCertificate({ guid, drawn, shown }: SaveCertificateParts) {
  const words = useWords();
  const { text } = words;
  const save = useMutation({
    async mutationFn(certificate: HTMLElement) {
      const { proof, drawnBy, drawnAt, winners, backups, total_in_export: total } = drawn;
      const ids = await entriesOf(guid, drawnBy, total);
      const account = { ids, seed: proof.seed, entriesSha256: proof.entries_sha256, drawn: [...winners, ...backups].map(({ id }) => id) };
      if (!drawAgain(account)) return false;
      saveBlob(certificateFile(certificate, account, words), `${text('winners.certificate')} ${drawnAt.slice(0, 10)}.html`);
      return true;
    },
  });
  if (drawn.total_in_export > MOST_ROWS) return null;
  return (
    <>
      <Button
        className="button no-print"
        isDisabled={save.isPending}
        onPress={() => {
          if (shown.current !== null) save.mutate(shown.current);
        }}
      >
        <FileDown size={14} aria-hidden />
        {text('winners.savePage')}
      </Button>
      {save.data === false && <p className="bad no-print">{text('winners.otherRows')}</p>}
      {save.error instanceof CallError && <Problem error={save.error} />}
    </>
  );
}
