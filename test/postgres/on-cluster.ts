import { inject } from 'vitest';

process.env['TEST_CLUSTER_URL'] = inject('clusterUrl');
