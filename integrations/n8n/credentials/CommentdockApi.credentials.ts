import type { ICredentialType } from 'n8n-workflow';

/** Where the service is, and a token of it. */
export class CommentdockApi implements ICredentialType {
  readonly name = 'commentdockApi';
  readonly displayName = 'Commentdock API';
  readonly icon = 'file:commentdock.svg';
  readonly properties: ICredentialType['properties'] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:4780',
      required: true,
      description: 'As the service says it when it starts',
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'As the command “commentdock token” prints it',
    },
  ];
  readonly authenticate: ICredentialType['authenticate'] = {
    type: 'generic',
    properties: { headers: { 'X-AUTH-TOKEN': '={{$credentials.token}}' } },
  };
  readonly test: ICredentialType['test'] = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/v1/ping' } };
}
