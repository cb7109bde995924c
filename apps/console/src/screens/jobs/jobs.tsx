import { NativeSelect } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { useAddress } from '../../layout/address.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { choicesOf } from '../../texts/words.js';
import { JobBacklog } from './job-backlog.js';
import { DeadJobs, JobList, Revivals } from './job-lists.js';
import { jobTexts } from './jobs.texts.js';
import { isService, serviceWords } from './jobs.words.js';

const FIRST: Service = 'payout-scheduler';

/** The jobs of one service: what is due, what waits, what died, and who revived it. */
export function Jobs() {
  const t = useTexts(jobTexts);
  const { language } = useLanguage();
  const [search, change] = useAddress();
  const service = isService(search['service']) ? search['service'] : FIRST;
  return (
    <Page
      title={t.title}
      aside={
        <NativeSelect
          label={t.service}
          size="xs"
          data={choicesOf(serviceWords, language)}
          value={service}
          onChange={(event) => change({ service: event.currentTarget.value })}
        />
      }
    >
      <Parts
        label={t.title}
        keeps={['service']}
        parts={[
          { key: 'overview', title: t.overview, of: () => <JobBacklog service={service} /> },
          { key: 'dead', title: t.dead, of: () => <DeadJobs service={service} /> },
          { key: 'all', title: t.all, of: () => <JobList service={service} /> },
          { key: 'revivals', title: t.revivals, of: () => <Revivals service={service} /> },
        ]}
      />
    </Page>
  );
}
